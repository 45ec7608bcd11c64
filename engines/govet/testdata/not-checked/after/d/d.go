package d

import "C"
