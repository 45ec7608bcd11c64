REGION = "eu-west-1"
TOKEN = "ghp_<cut/>x7Kq2mVt9BzLr4Wd8YscN1Fh6Jp3GaEoU5Tv"
