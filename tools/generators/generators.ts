/** A generator of clients: what it needs, and a shell script that generates, compiles and calls. */
export interface Generator {
  name: string;
  /** A program and the arguments with which it answers. */
  needs: readonly [string, ...string[]];
  /** The file with the call, and its text. */
  call: readonly [file: string, text: string];
  /**
   * Run in an empty folder with the call in it. `$DOCUMENT`, `$URL`, `$TOKEN`: of the gateway; `$NAMED`: the URL that the call
   * prints after it was answered; `$CACHE`: what is kept; `$JAR`: OpenAPI Generator.
   */
  script: string;
}

const goModule = 'go mod tidy && go vet ./...';
const venv = (folder: string) => `[ -x $CACHE/${folder}/bin/python ] || python3 -m venv $CACHE/${folder}`;
const npm = (packages: string) =>
  `npm init -y >/dev/null && npm install --no-audit --no-fund --silent --prefer-offline ${packages} && npm pkg set type=module`;
const tsc =
  'npx tsc --strict --skipLibCheck --target es2022 --module nodenext --moduleResolution nodenext --types node';

const python = `import os, kalends
configuration = kalends.Configuration(access_token=os.environ["TOKEN"])
api = kalends.ChannelsApi(kalends.ApiClient(configuration))
print(api.create_channel(kalends.ChannelWrite(callback_url=os.environ["NAMED"])).channel.callback_url)
`;

const pythonClient = `import os
from kalends_client import AuthenticatedClient
from kalends_client.api.channels import create_channel
from kalends_client.models import ChannelWrite
client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["TOKEN"])
print(create_channel.sync(client=client, body=ChannelWrite(callback_url=os.environ["NAMED"])).channel.callback_url)
`;

/** Imports every module of a package, which compiles each. */
const importAll = (name: string) =>
  `python -c "import importlib, pkgutil, ${name} as p; [importlib.import_module(m.name) for m in pkgutil.walk_packages(p.__path__, '${name}.')]"`;

const oapiCodegen = `package main

import (
	"context"
	"fmt"
	"kalends/client"
	"net/http"
	"os"
)

func main() {
	c, err := client.NewClientWithResponses(os.Getenv("URL"))
	if err != nil {
		panic(err)
	}
	signed := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	answer, err := c.CreateChannelWithResponse(context.Background(), client.ChannelWrite{CallbackUrl: os.Getenv("NAMED")}, signed)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.JSON200.Channel.CallbackUrl)
}
`;

const openapiGo = `package main

import (
	"context"
	"fmt"
	kalends "kalends/client"
	"os"
)

func main() {
	c := kalends.NewAPIClient(kalends.NewConfiguration())
	ctx := context.WithValue(context.Background(), kalends.ContextAccessToken, os.Getenv("TOKEN"))
	answer, _, err := c.ChannelsAPI.CreateChannel(ctx).ChannelWrite(*kalends.NewChannelWrite(os.Getenv("NAMED"))).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Channel.CallbackUrl)
}
`;

const axios = `import { ChannelsApi, Configuration } from './client/index.js';
const api = new ChannelsApi(new Configuration({ accessToken: process.env.TOKEN! }));
const { data } = await api.createChannel({ callback_url: process.env.NAMED! });
console.log(data.channel.callback_url);
`;

const openapiTypescript = `import createClient from 'openapi-fetch';
import type { paths } from './client.js';
const headers = { authorization: \`Bearer \${process.env.TOKEN}\` };
const client = createClient<paths>({ baseUrl: process.env.URL!, headers });
const { data } = await client.POST('/v1/channels', { body: { callback_url: process.env.NAMED! } });
console.log(data!.channel.callback_url);
`;

const heyApi = `import { createChannel } from './client/index.js';
import { client } from './client/client.gen.js';
client.setConfig({ auth: process.env.TOKEN! });
const { data } = await createChannel({ body: { callback_url: process.env.NAMED! } });
console.log(data!.channel.callback_url);
`;

const java = `import kalends.ApiClient;
import kalends.api.ChannelsApi;
import kalends.model.ChannelWrite;

public class Call {
  public static void main(String[] ignored) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    ChannelWrite channel = new ChannelWrite().callbackUrl(System.getenv("NAMED"));
    System.out.println(new ChannelsApi(client).createChannel(channel).getChannel().getCallbackUrl());
  }
}
`;

const php = `<?php
use Kalends\\Api\\ChannelsApi;
use Kalends\\Configuration;
use Kalends\\Model\\ChannelWrite;
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) {
    if (str_starts_with($name, 'Kalends')) require_once 'client/lib' . strtr(substr($name, 7), '\\\\', '/') . '.php';
});
foreach (glob('client/lib/*/*.php') as $file) require_once $file;
$configuration = Configuration::getDefaultConfiguration()->setHost(getenv('URL'))->setAccessToken(getenv('TOKEN'));
$channel = new ChannelWrite(['callback_url' => getenv('NAMED')]);
echo (new ChannelsApi(null, $configuration))->createChannel($channel)->getChannel()->getCallbackUrl(), PHP_EOL;
`;

const generated = (language: string, options = '') =>
  `java -jar $JAR generate -g ${language} -i $DOCUMENT -o client ${options} >generate.log`;

/** The generators that `/openapi.json` is written for (ADR 0113). */
export const generators: readonly Generator[] = [
  {
    name: 'oapi-codegen',
    needs: ['go', 'version'],
    call: ['main.go', oapiCodegen],
    script: `go mod init kalends && mkdir client
      go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package client $DOCUMENT >client/client.go
      ${goModule} && go run .`,
  },
  {
    name: 'openapi-generator: Python',
    needs: ['java', '-version'],
    call: ['call.py', python],
    script: `${generated('python', '--package-name kalends')}
      ${venv('python')} && PATH=$CACHE/python/bin:$PATH
      pip install -q -r client/requirements.txt && export PYTHONPATH=client
      ${importAll('kalends')} && python call.py`,
  },
  {
    name: 'openapi-generator: Go',
    needs: ['go', 'version'],
    call: ['main.go', openapiGo],
    script: `go mod init kalends
      ${generated('go', '--package-name client')}
      rm -r client/go.mod client/go.sum client/test && ${goModule} && go run .`,
  },
  {
    name: 'openapi-python-client',
    needs: ['python3', '--version'],
    call: ['call.py', pythonClient],
    script: `${venv('python-client')} && PATH=$CACHE/python-client/bin:$PATH
      pip install -q openapi-python-client==0.29.1
      openapi-python-client generate --path $DOCUMENT --output-path client >generate.log 2>&1
      export PYTHONPATH=client && ${importAll('kalends_client')} && python call.py`,
  },
  {
    name: 'openapi-typescript',
    needs: ['npm', '--version'],
    call: ['call.ts', openapiTypescript],
    script: `${npm('openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@20.19.25')}
      npx openapi-typescript $DOCUMENT -o client.d.ts >generate.log 2>&1 && ${tsc} call.ts && node call.js`,
  },
  {
    name: 'hey-api',
    needs: ['npm', '--version'],
    call: ['call.ts', heyApi],
    script: `${npm('@hey-api/openapi-ts@0.99.0 typescript@5.9.3 @types/node@20.19.25')}
      npx openapi-ts -i $DOCUMENT -o client >generate.log
      npx tsc --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --types node --noEmit call.ts
      npx --yes tsx@4.20.6 call.ts`,
  },
  {
    name: 'openapi-generator: TypeScript with axios',
    needs: ['java', '-version'],
    call: ['call.ts', axios],
    script: `${generated('typescript-axios', '--additional-properties=importFileExtension=.js')}
      ${npm('axios@1.21.1 typescript@5.9.3 @types/node@20.19.25')} && ${tsc} call.ts && node call.js`,
  },
  {
    name: 'openapi-generator: Java',
    needs: ['java', '-version'],
    call: ['Call.java', java],
    script: `${generated('java', '--library native --additional-properties=invokerPackage=kalends,apiPackage=kalends.api,modelPackage=kalends.model')}
      cp Call.java client/src/main/java && mvn -q -B -f client -Dmaven.test.skip=true compile dependency:build-classpath -Dmdep.outputFile=classpath >maven.log
      java -cp client/target/classes:$(cat client/classpath) Call`,
  },
  {
    name: 'openapi-generator: PHP',
    needs: ['php', '-r', "require 'GuzzleHttp/autoload.php';"],
    call: ['call.php', php],
    script: `${generated('php', '--additional-properties=invokerPackage=Kalends')} && php call.php`,
  },
];
