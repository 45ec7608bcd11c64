import os  # noqa
import re
