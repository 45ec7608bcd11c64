exec(x)  # nosec
exec(y)
