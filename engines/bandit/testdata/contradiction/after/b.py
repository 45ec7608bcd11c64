password = "correct horse"
