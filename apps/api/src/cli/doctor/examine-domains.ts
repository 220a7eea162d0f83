import { lookup, Resolver } from 'node:dns/promises'
import type { Config } from '#api/config/config.ts'
import { addressOf } from '#api/modules/notifications/index.ts'
import { advice, ok, problem, reasonOf, type Finding } from './finding.ts'

/** Asks the system's name servers. */
export interface DomainNames {
  resolveTxt(name: string): Promise<string[][]>
  resolve(name: string): Promise<string[]>
}

function systemNames(): DomainNames {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return {
    resolveTxt: (name) => resolver.resolveTxt(name),
    // As the system does, with its file of hosts.
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  }
}

/** Whether the sites' names resolve, and whether receivers can tell our emails from forged ones. */
export async function examineDomains(
  { tradeOrigins, mail }: Pick<Config, 'tradeOrigins' | 'mail'>,
  names: DomainNames = systemNames(),
): Promise<Finding[]> {
  const sites = tradeOrigins.map((origin) => examineSite(new URL(origin).hostname, names))
  const domain = addressOf(mail.from).split('@').at(-1) ?? ''
  const sender = domain === 'localhost' ? [] : [examineSpf(domain, names), examineDmarc(domain, names)]
  return Promise.all([...sites, ...sender])
}

async function examineSite(host: string, names: DomainNames): Promise<Finding> {
  try {
    return ok('site', `${host} is ${(await names.resolve(host)).join(', ')}`)
  } catch (error) {
    return problem(
      'site',
      `${host} does not resolve (${codeOf(error)})`,
      `add an A or AAAA record for ${host}`,
    )
  }
}

async function examineSpf(domain: string, names: DomainNames): Promise<Finding> {
  const record = await findText(domain, /^v=spf1\b/i, names)
  if (record === undefined)
    return advice(
      'email sender',
      `${domain} has no SPF record, so receivers may treat our emails as spam`,
      `${domain}. TXT "v=spf1 include:<your mail provider> -all"`,
    )
  return ok('email sender', `${domain} has the SPF record ${record}`)
}

async function examineDmarc(domain: string, names: DomainNames): Promise<Finding> {
  const record = await findText(`_dmarc.${domain}`, /^v=DMARC1\b/i, names)
  if (record === undefined)
    return advice(
      'email sender',
      `${domain} has no DMARC record, so anyone can send in its name. DKIM, whose selector your mail provider names, belongs to it`,
      `_dmarc.${domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
    )
  return ok('email sender', `${domain} has the DMARC record ${record}`)
}

async function findText(name: string, form: RegExp, names: DomainNames): Promise<string | undefined> {
  try {
    const records = await names.resolveTxt(name)
    return records.map((parts) => parts.join('')).find((text) => form.test(text))
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : reasonOf(error)
}
