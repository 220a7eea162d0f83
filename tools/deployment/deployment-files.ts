import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'

const folder = resolve(import.meta.dirname, '../../deploy')

export const readDeploymentFile = (path: string): string => readFileSync(join(folder, path), 'utf8')

export const deploymentPath = (path: string): string => join(folder, path)

/** The contents of a file with one YAML document, with merge keys (`<<`) applied. */
export function readYaml<Contents>(path: string): Contents {
  return parse(readDeploymentFile(path), { merge: true }) as Contents
}

/** A Kubernetes object of a file; the schema says more about it. */
export interface Manifest {
  file: string
  object: { apiVersion: string; kind: string; metadata: { name: string } }
}

/** Every Kubernetes object in `deploy/kubernetes`, in the order of files. @throws on invalid YAML or a key that occurs twice */
export function readManifests(): Manifest[] {
  const files = readdirSync(join(folder, 'kubernetes')).filter((name) => name.endsWith('.yaml'))
  return files
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readDeploymentFile(`kubernetes/${file}`)).map((document) => {
        const [error] = document.errors
        if (error) throw error
        return { file, object: document.toJS() as Manifest['object'] }
      }),
    )
}

/** The variables with what the commands in place of secrets would print. */
export function withSecrets(variables: Record<string, string>): Record<string, string> {
  const generated = (text: string) =>
    text
      .replace(/<openssl rand -(base64|hex) (\d+)>/, (_, encoding: 'base64' | 'hex', bytes: string) =>
        randomBytes(Number(bytes)).toString(encoding),
      )
      .replace(
        /<(\w+) (?:key|secret) of [^>]*>/,
        (_, kind: string) => `${stripePrefixes[kind]}${randomBytes(12).toString('hex')}`,
      )
  return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, generated(text)]))
}

const stripePrefixes: Readonly<Record<string, string>> = {
  secret: 'sk_live_',
  publishable: 'pk_live_',
  signing: 'whsec_',
}

/** The variables of a file with lines such as `NAME=value`. */
export function readVariables(path: string): Record<string, string> {
  return parseEnv(readDeploymentFile(path)) as Record<string, string>
}
