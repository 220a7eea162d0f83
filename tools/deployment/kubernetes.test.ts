import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job'
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import type { IDeploymentSpec } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscalerSpec } from 'kubernetes-models/autoscaling/v2'
import type { IJobSpec } from 'kubernetes-models/batch/v1'
import type { IIngressSpec } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudgetSpec } from 'kubernetes-models/policy/v1'
import type { IContainer, IPodSpec, IServiceSpec } from 'kubernetes-models/v1'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { findConfigProblems } from '../../apps/api/src/config/config.ts'
import { exampleLine } from '../../apps/api/src/config/guide.ts'
import {
  readDeploymentFile,
  readManifests,
  readVariables,
  readYaml,
  withSecrets,
} from './deployment-files.ts'
import { findUnreadFields } from './unread-fields.ts'

const schemas = {
  'v1 ConfigMap': configMap,
  'v1 Service': service,
  'apps/v1 Deployment': deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'batch/v1 Job': job,
  'networking.k8s.io/v1 Ingress': ingress,
  'policy/v1 PodDisruptionBudget': disruptionBudget,
}
const manifests = readManifests()
const named = manifests.map(({ file, object }) => ({
  name: `${file}: ${object.kind} ${object.metadata.name}`,
  object,
}))

/** The objects of a kind by name; the schema has checked their form. */
function specsOf<Spec>(kind: string): Record<string, Spec> {
  const found = manifests.filter(({ object }) => object.kind === kind)
  return Object.fromEntries(
    found.map(({ object }) => [object.metadata.name, (object as unknown as { spec: Spec }).spec]),
  )
}

const deployments = specsOf<IDeploymentSpec>('Deployment')
const pods: [string, IPodSpec][] = Object.entries({ ...deployments, ...specsOf<IJobSpec>('Job') }).flatMap(
  ([name, { template }]) => (template.spec ? [[name, template.spec]] : []),
)
const containers: [string, IContainer][] = pods.flatMap(([name, pod]) =>
  pod.containers.map((container): [string, IContainer] => [name, container]),
)
const settings = readYaml<{ data: Record<string, string> }>('kubernetes/config.yaml').data
const secrets = {
  ...withSecrets(readVariables('terrace.env.example')),
  ...readVariables('kubernetes/secrets.env.example'),
}
const serviceSpecs = specsOf<IServiceSpec>('Service')

describe('each object', () => {
  test.each(named)('$name follows the schema of Kubernetes, without unknown fields', ({ object }) => {
    const validate = schemas[`${object.apiVersion} ${object.kind}` as keyof typeof schemas]
    expect(validate, 'add its schema to this test').toBeDefined()
    validate(object)
    expect((validate as { errors?: unknown }).errors ?? null).toBeNull()
    expect(findUnreadFields(validate, object)).toEqual([])
  })

  test('a misspelt field is found, and so is one at the wrong place', () => {
    const { object } = named.find(({ name }) => name.includes('Deployment')) ?? {}
    const copy = structuredClone(object) as unknown as { spec: IDeploymentSpec }
    const [container] = copy.spec.template.spec?.containers ?? []
    Object.assign(container ?? {}, { livenesProbe: {} })
    Object.assign(copy.spec, { terminationGracePeriodSeconds: 60 })
    expect(findUnreadFields(deployment, copy)).toEqual([
      '/spec/template/spec/containers/0/livenesProbe',
      '/spec/terminationGracePeriodSeconds',
    ])
  })
})

test('every variable exists in the configuration', () => {
  const names = [
    ...Object.keys(settings),
    ...Object.keys(secrets),
    ...containers.flatMap(([, { env = [] }]) => env.map(({ name }) => name)),
  ]
  expect(names.filter((name) => exampleLine(name) === undefined)).toEqual([])
})

test('secrets are not in the manifests, and the settings are not in the secrets', () => {
  expect(Object.keys(settings).filter((name) => name in secrets)).toEqual([])
  expect(Object.keys(settings).filter((name) => /KEY|SECRET|TOKEN|PASSWORD|_URL$/.test(name))).toEqual([])
  expect(manifests.map(({ object }) => object.kind)).not.toContain('Secret')
})

test('the server accepts settings and secrets together in production', () => {
  for (const [, { env = [] }] of containers) {
    const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    expect(findConfigProblems({ ...secrets, ...settings, ...own })).toEqual([])
  }
})

test('a pooler in DATABASE_URL is one that the processes know of', () => {
  const [pooled, direct] = [secrets['DATABASE_URL'] ?? '', secrets['DATABASE_DIRECT_URL'] ?? '']
  expect(new URL(pooled).host).not.toBe(new URL(direct).host)
  expect(settings['DATABASE_POOLER']).toBe('transaction')
})

test('images are pinned and come from one place', () => {
  const kustomization = readYaml<{ images: { name: string; newTag: string }[]; resources: string[] }>(
    'kubernetes/kustomization.yaml',
  )
  const [image] = kustomization.images
  expect(new Set(containers.map(([, container]) => container.image))).toEqual(
    new Set([`${image?.name}:${image?.newTag}`]),
  )
  expect(image?.newTag).toMatch(/^\d+\.\d+\.\d+$/)
  const files = new Set(manifests.map(({ file }) => file))
  expect(new Set([...kustomization.resources, 'migrate-job.yaml'])).toEqual(files)
})

test('no container runs as root, writes to its image or gains rights', () => {
  for (const [, pod] of pods) {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
  }
  for (const [, container] of containers)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
})

test('memory is requested and limited above the cap of the heap', () => {
  const [, heapMb] = /--max-old-space-size=(\d+)/.exec(readDeploymentFile('Dockerfile')) ?? []
  for (const name of Object.keys(deployments)) {
    const [, { resources } = {}] = containers.find(([owner]) => owner === name) ?? []
    expect(resources?.requests).toMatchObject({
      cpu: expect.anything(),
      memory: expect.stringMatching(/Mi$/),
    })
    expect(parseInt(String(resources?.limits?.['memory']), 10) * 1024).toBeGreaterThan(Number(heapMb) + 256)
  }
})

test('probes ask the endpoints of the server at its port', () => {
  for (const name of Object.keys(deployments)) {
    const [, container] = containers.find(([owner]) => owner === name) ?? []
    const { startupProbe, readinessProbe, livenessProbe } = container ?? {}
    expect([startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/ready', port: 'http' },
      { path: '/health/live', port: 'http' },
    ])
    expect(container?.ports).toEqual([{ name: 'http', containerPort: Number(settings['PORT']) }])
  }
})

test('a process that ends is noticed before it stops responding, and has time for running payments', () => {
  const delay = Number(settings['SHUTDOWN_DELAY_SECONDS'])
  // As in tools/launch/start.ts, which kills the server after as long.
  const runningPayments = 30
  for (const [name, { template }] of Object.entries(deployments)) {
    const [, container] = containers.find(([owner]) => owner === name) ?? []
    const { periodSeconds = 10, failureThreshold = 3 } = container?.readinessProbe ?? {}
    expect(delay).toBeGreaterThan(periodSeconds * failureThreshold)
    expect(template.spec?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + runningPayments + 10)
  }
})

test('selectors of services, budgets and autoscalers find their Deployment', () => {
  const budgets = specsOf<IPodDisruptionBudgetSpec>('PodDisruptionBudget')
  const autoscalers = specsOf<IHorizontalPodAutoscalerSpec>('HorizontalPodAutoscaler')
  for (const [name, { selector, template, replicas }] of Object.entries(deployments)) {
    const labels = template.metadata?.labels
    expect(selector.matchLabels).toEqual(labels)
    expect(serviceSpecs[name]?.selector).toEqual(labels)
    expect(budgets[name]?.selector?.matchLabels).toEqual(labels)
    expect(autoscalers[name]?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name })
    // With one process, a drained node would wait for it, or take it away.
    expect(autoscalers[name]?.minReplicas).toBeGreaterThan(1)
    expect(replicas, 'the autoscaler sets it').toBeUndefined()
    for (const spread of template.spec?.topologySpreadConstraints ?? [])
      expect(spread.labelSelector?.matchLabels).toEqual(labels)
  }
})

const ingressRules = Object.values(specsOf<IIngressSpec>('Ingress')).flatMap(({ rules = [] }) => rules)

test('no site serves metrics or the states of processes', () => {
  expect(ingressRules.length).toBeGreaterThan(0)
  for (const { http } of ingressRules)
    expect(http?.paths.map(({ path, pathType, backend }) => [path, pathType, backend.service?.name])).toEqual(
      [
        ['/metrics', 'Prefix', 'terrace-nowhere'],
        ['/health', 'Prefix', 'terrace-nowhere'],
        ['/', 'Prefix', 'terrace-web'],
      ],
    )
  expect(serviceSpecs['terrace-nowhere']).not.toHaveProperty('selector')
})

test('the trusted proxies of the example are one address that no proxy has', () => {
  expect(settings['TRUSTED_PROXIES']).toMatch(/^192\.0\.2\.\d+\/32$/)
})

test('nothing scales on what more processes do not change', () => {
  expect(readDeploymentFile('kubernetes/worker.yaml')).not.toContain('outbox_lag')
})

test('the Ingress leads to a port of a Service', () => {
  for (const { backend } of ingressRules.flatMap(({ http }) => http?.paths ?? []))
    expect(serviceSpecs[backend.service?.name ?? '']?.ports?.map(({ name }) => name)).toContain(
      backend.service?.port?.name,
    )
})

test('the adapter defines every metric that autoscalers ask for', () => {
  const adapter = readYaml<{ data: { 'config.yaml': string } }>('kubernetes/metrics-adapter.yaml')
  const { rules, externalRules } = parse(adapter.data['config.yaml']) as Record<
    'rules' | 'externalRules',
    { name: { as: string } }[]
  >
  const asked = Object.values(specsOf<IHorizontalPodAutoscalerSpec>('HorizontalPodAutoscaler')).flatMap(
    ({ metrics = [] }) => metrics,
  )
  const namesOf = (found: { name: { as: string } }[]) => new Set(found.map(({ name }) => name.as))
  expect(new Set(asked.flatMap(({ pods: metric }) => metric?.metric.name ?? []))).toEqual(namesOf(rules))
  expect(new Set(asked.flatMap(({ external }) => external?.metric.name ?? []))).toEqual(
    namesOf(externalRules),
  )
})
