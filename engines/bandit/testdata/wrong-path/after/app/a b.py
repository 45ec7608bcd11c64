import hashlib


def f(name):
    exec(
        name
    )
    return hashlib.md5(name)
