import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { examineDomains, type DomainNames } from './examine-domains.ts'

const fixture = cliFixture()

/** Settings of an installation that lacks nothing but the services on the network. */
const production = () => ({
  APP_ENV: 'production',
  SUPPORT_PHONE: '+44 20 7946 0100',
  TRADE_ORIGINS: 'https://localhost',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Tickets <post@localhost>',
  DATA_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
  REALTIME_APP_ID: 'app',
  REALTIME_KEY: 'key-of-this-test',
  REALTIME_SECRET: 'secret-of-this-test-secret-of-this-test',
  SEARCH_ADMIN_KEY: 'a'.repeat(32),
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  METRICS_TOKEN: 'm'.repeat(32),
  DATA_DIR: fixture.folder,
})

test('every missing variable is named with a line that sets it', async () => {
  const { code, out } = await fixture.run('doctor', [], { APP_ENV: 'production' })
  expect(code).toBe(1)
  expect(out).toContain('PROBLEM  SMTP_URL: production needs a mail server')
  expect(out).toContain('→ SMTP_URL=smtps://user:password@mail.example.com')
  expect(out).toContain('PROBLEM  DATA_ENCRYPTION_KEYS:')
  expect(out).toMatch(/\d problems to correct\.\n$/)
})

test('a fresh production database lacks an operator, currencies and rates, each with the command to run', async () => {
  await sql`truncate currencies, countries cascade`.execute(fixture.db)
  const { code, out } = await fixture.run('doctor', [], production())
  expect(code).toBe(1)
  expect(out).toContain('ok       settings: all variables are valid')
  expect(out).toMatch(/ok {7}database: PostgreSQL \d+/)
  expect(out).not.toContain('code point')
  expect(out).toContain('PROBLEM  operator: there is none')
  expect(out).toContain('→ npm run seed -- --reference')
  expect(out).toContain('PROBLEM  exchange rates: are missing')
  expect(out).toContain('PROBLEM  STRIPE_SECRET_KEY: is a test key')
  expect(out).toContain('ok       files: the data folder can be written')
  expect(out).toMatch(/PROBLEM {2}mail server: .*ECONNREFUSED/)
  expect(out).not.toContain(production().REALTIME_SECRET)
})

test('what is there is reported as such', async () => {
  await fixture.run('seed', ['--reference'])
  const teamId = await addTeam(fixture.db)
  await addAccount(fixture.db, { teamId, role: 'operator' })
  await sql`insert into exchange_rates (currency, rate_date, rate) values ('GBP', current_date - 2, 0.86)`.execute(
    fixture.db,
  )
  const { out } = await fixture.run('doctor', [], production())
  expect(out).toContain('ok       operator: 1 accounts')
  expect(out).toContain('ok       exchange rates: are 2 days old')
  expect(out).toMatch(/ok {7}countries and currencies: \d+ dial codes, 154 currencies/)
})

test('an unreachable database is a problem, not a stack', async () => {
  const { code, out, error } = await fixture.run('doctor', [], {
    ...production(),
    DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
  })
  expect([code, error]).toEqual([1, ''])
  expect(out).toMatch(/PROBLEM {2}database: .*ECONNREFUSED.*\n +→ check DATABASE_URL/)
})

test('a server that accepts a connection and never responds ends after ten seconds', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const { out } = await fixture.run('doctor', [], { ...production(), SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(out).toMatch(/PROBLEM {2}mail server: /)
  silent.close()
})

function namesWith(records: Readonly<Record<string, string>>): DomainNames {
  const notFound = () => Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return {
    resolve: (name) =>
      records[name] === undefined ? Promise.reject(notFound()) : Promise.resolve([records[name]]),
    resolveTxt: (name) =>
      records[name] === undefined ? Promise.reject(notFound()) : Promise.resolve([[records[name]]]),
  }
}

test('domain names: sites that do not resolve, and missing records of the email sender, are named', async () => {
  const config = {
    tradeOrigins: ['https://tickets.example.com'],
    mail: { from: 'Tickets <post@mail.example.com>', smtpUrl: undefined, folder: '' },
  }
  expect(await examineDomains(config, namesWith({}))).toMatchObject([
    { level: 'problem', text: 'tickets.example.com does not resolve (ENOTFOUND)' },
    { level: 'advice', remedy: expect.stringContaining('mail.example.com. TXT "v=spf1') },
    { level: 'advice', remedy: expect.stringContaining('_dmarc.mail.example.com. TXT') },
  ])
  const complete = namesWith({
    'tickets.example.com': '192.0.2.1',
    'mail.example.com': 'v=spf1 include:mail.example -all',
    '_dmarc.mail.example.com': 'v=DMARC1; p=reject',
  })
  expect((await examineDomains(config, complete)).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])
})
