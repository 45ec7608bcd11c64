A = '@TOKEN@' # gitleaks:allow
B = '@TOKEN@'
