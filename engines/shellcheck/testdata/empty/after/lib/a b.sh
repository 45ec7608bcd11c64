. ./x.sh
