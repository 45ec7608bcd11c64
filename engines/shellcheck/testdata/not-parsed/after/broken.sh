#!/bin/sh
if true; then
