FROM debian
