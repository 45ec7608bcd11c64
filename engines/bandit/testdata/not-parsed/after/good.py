exec(x)
