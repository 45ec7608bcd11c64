eval(x)
