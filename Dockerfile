# The server as a small image: docs/guides/operate.md tells how to run it.
#
#   docker build -t flagdeck .
#   docker run -p 8000:8000 -v flagdeck:/flagdeck/data flagdeck

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
# What the lockfile names is downloaded again only when the lockfile changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx -y pnpm@12.21.0 fetch
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --offline \
  && node scripts/build.ts --app \
  && npx -y pnpm@12.21.0 --filter flagdeck deploy --legacy --prod /app \
  && cp LICENSE /app/
# Of the SQLite driver only what runs here: no sources, no other platforms. A checkout may be closed to other users;
# what came from it must not be, since the server is not root.
RUN cd /app/node_modules/better-sqlite3/ \
  && rm -rf deps src \
  && find prebuilds -type f ! -name "$(node -p 'process.platform + "-" + process.arch').node" -delete \
  && chmod -R u=rwX,go=rX /app

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Flagdeck" \
  org.opencontainers.image.description="Feature flags and dashboards in one small server" \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /app /usr/local/lib/flagdeck
# The database of a server without DATABASE_URL is ./data/flagdeck.db.
RUN ln -s /usr/local/lib/flagdeck/dist/cli.js /usr/local/bin/flagdeck \
  && mkdir -p /flagdeck/data \
  && chown -R 1000:1000 /flagdeck
# Whoever runs the image may write nothing beside the program, so what V8 compiles at a start is there already (SERVE-15).
RUN mkdir /usr/local/lib/flagdeck/dist/.compiled \
  && chown 1000:1000 /usr/local/lib/flagdeck/dist/.compiled \
  && DATABASE_URL=sqlite::memory: setpriv --reuid=1000 --regid=1000 --clear-groups \
    timeout --preserve-status 10 node /usr/local/lib/flagdeck/dist/cli.js serve > /dev/null
WORKDIR /flagdeck
VOLUME /flagdeck/data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000
# Memory of large requests goes back to the system, and is not kept for others (OUT-14).
ENV MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
EXPOSE 8000
# The user "node" of the base image, by number, so that Kubernetes can tell that it is not root.
USER 1000:1000
# Whether the process answers, not whether its database does: a restart would not bring that back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/_livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: signals reach the server, which finishes what it has begun.
ENTRYPOINT ["node", "/usr/local/lib/flagdeck/dist/cli.js"]
CMD ["serve"]
