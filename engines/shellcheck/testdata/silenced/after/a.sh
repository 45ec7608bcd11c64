#!/bin/sh
# shellcheck disable=SC2086
echo $1
echo $2
