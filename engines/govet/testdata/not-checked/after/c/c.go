package c

import _ "example.com/nowhere"
