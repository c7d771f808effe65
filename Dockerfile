# Lectern in a container: docker build -t lectern .
# Two stages: the first builds the package, the second has the package and Node, nothing else.
ARG NODE=24

FROM docker.io/library/node:${NODE}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund && npm rebuild esbuild
COPY . .
RUN npm pack --silent && mv lectern-*.tgz /lectern.tgz

FROM docker.io/library/node:${NODE}-bookworm-slim
# The runtime of integrations is most of the image: leave it out with --build-arg WORKERD= if there are none.
ARG WORKERD=workerd@1.20261023.1
COPY --from=build /lectern.tgz /tmp/lectern.tgz
# Node 24 has SQLite itself; better-sqlite3 would have to be compiled.
RUN mkdir /opt/lectern && cd /opt/lectern && npm init -y >/dev/null \
  && npm install --ignore-scripts --omit=dev --no-audit --no-fund /tmp/lectern.tgz $WORKERD \
  && rm -rf node_modules/better-sqlite3 /tmp/lectern.tgz && npm cache clean --force \
  && ln -s /opt/lectern/node_modules/.bin/lectern /usr/local/bin/lectern \
  && mkdir -m 700 /data && chown node:node /data
# With fewer arenas, the memory of other threads is used again sooner: about 14 MB less.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 LECTERN_DATA=/data MALLOC_ARENA_MAX=2
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["lectern", "serve"]
