#!/bin/bash
# KAFKA_LOG_DIRS=… becomes the property log.dirs; two underscores become one, three a hyphen. Formats the storage once.
set -eu
properties=/tmp/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  name=$(echo "${name#KAFKA_}" | tr '[:upper:]' '[:lower:]' | sed 's/___/-/g; s/__/%/g; s/_/./g; s/%/_/g')
  echo "$name=$value"
done > $properties
# shellcheck disable=SC2086 -- arguments
java -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format --ignore-formatted --cluster-id 5L6g3nShT-eMCtK--X86sw \
  --config $properties ${FORMAT_ARGUMENTS:-}
# shellcheck disable=SC2086 -- options
exec java ${KAFKA_HEAP_OPTS:--Xms256m -Xmx768m} -cp '/opt/kafka/libs/*' kafka.Kafka $properties
