import os
TOKEN = '@TOKEN@'
