#!/usr/bin/env bash
# npm run cluster:up, npm run cluster:down: a cluster of kind that has this checkout's images and the last release's, and definitions of
# operators. Needs docker, kind, kubectl and, for routes to pods, sudo.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=.cache/cluster outside=${KALENDS_OUTSIDE_ADDRESS:-192.0.1.10}
services=(gateway calendar-sync invites availability notifier cli)
networks=(10.244.0.0/16 10.96.0.0/16)

build() { # folder tag app…
  for app in "${@:3}"; do
    docker build --quiet --file "$1/docker/Dockerfile" --build-arg "APP=$app" --tag "kalends/$app:$2" "$1"
  done
}

fetch() { curl --fail --silent --show-error --location --create-dirs --output "$cache/crds/$1" "$2"; }

up() {
  local version release=$cache/release node
  version=$(find libs/contracts/released -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -V | tail -1)
  mkdir -p "$release"
  git archive "$(cat "libs/contracts/released/$version/commit")" | tar -x -C "$release"
  build . current "${services[@]}" all-in-one
  build "$release" "$version" "${services[@]}"
  local prometheus=https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.85.0/example/prometheus-operator-crd
  for name in podmonitors prometheusrules; do fetch "$name.yaml" "$prometheus/monitoring.coreos.com_$name.yaml"; done
  fetch kafkatopics.yaml https://raw.githubusercontent.com/strimzi/strimzi-kafka-operator/0.49.0/install/cluster-operator/043-Crd-kafkatopic.yaml

  kind create cluster --name kalends --wait 120s
  for tag in current "$version"; do
    for app in "${services[@]}"; do kind load docker-image --name kalends "kalends/$app:$tag"; done
  done
  node=$(docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' kalends-control-plane)
  for network in "${networks[@]}"; do sudo ip route replace "$network" via "$node"; done
  sudo ip address replace "$outside/32" dev lo
}

down() {
  for network in "${networks[@]}"; do sudo ip route delete "$network" || true; done
  sudo ip address delete "$outside/32" dev lo || true
  kind delete cluster --name kalends
}

"$1"
