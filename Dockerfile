# `docker build .` for the program as it ships; `--build-arg FEATURES=exemplo` adds the demonstration engine.
#
#   docker run --rm --volume "$PWD:/repo:ro" aurumcode review
FROM rust:1.95-bookworm AS build
ARG FEATURES=
WORKDIR /src
COPY . .
RUN cargo build --release --locked --features "$FEATURES"

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="aurumcode" \
      org.opencontainers.image.description="A review gate for git changes: evidence from scanners decides whether a change may pass." \
      org.opencontainers.image.licenses="MIT"
# Debian keeps only the newest build of a package, so a pinned version would stop building one day.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home aurumcode
COPY --from=build /src/target/release/aurumcode /usr/local/bin/aurumcode
# The mounted repository belongs to another user, which git refuses to read unless it is told that this is meant.
ENV GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=/repo
USER 10001
WORKDIR /repo
ENTRYPOINT ["aurumcode"]
