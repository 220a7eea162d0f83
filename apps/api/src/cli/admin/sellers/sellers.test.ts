import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { sql } from 'kysely'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { parseAdmin } from '../arguments.ts'
import { manageSellers } from './sellers.ts'

let app: TestApp
let owner: Caller
let folder: string
beforeAll(async () => {
  app = await buildTestApp()
  folder = await mkdtemp(join(tmpdir(), 'terrace-seller-'))
  await sql`insert into countries (code, name) values ('GB', 'United Kingdom') on conflict do nothing`.execute(
    app.db,
  )
  await sql`insert into categories (kind, name, slug) values ('sport', 'Football', 'football-x')`.execute(
    app.db,
  )
  owner = await app.addBuyer()
  await owner.call(sellerAccountRoutes.save, {
    body: {
      company_name: 'Quay Ltd',
      address: { line1: '1 Quay', city: 'Bristol', postal_code: 'BS1', country: 'GB' },
      tax_number: 'GB987654321',
      bank_account: { country: 'GB', holder: 'Quay', account_number: '12345678', bank_code: '202015' },
      categories: ['football-x'],
    },
  })
  const base64 = Buffer.from('%PDF-1.4 x %%EOF').toString('base64')
  await owner.call(sellerAccountRoutes.addDocument, { body: { name: 'paper.pdf', base64 } })
  const terms = await owner.call(sellerAccountRoutes.terms)
  await owner.call(sellerAccountRoutes.submit, { body: { terms_version: terms.data.data.version } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function run(...args: string[]): Promise<string> {
  const command = parseAdmin(['seller', ...args])
  if (command.name !== 'seller') throw new Error(JSON.stringify(command))
  return manageSellers(app.deps, command.request)
}

test('an operator lists, reads and approves an application, and reads a document, which is audited', async () => {
  expect(await run('list')).toContain(`${owner.teamId}  submitted`)
  const shown = await run('show', owner.teamId)
  expect(shown).toContain('Bank account GB, Quay, ends in 5678')
  expect(shown).not.toContain('12345678')
  expect(shown).toContain('Same         no other team')
  const id = /sdc_\w+/.exec(shown)?.[0] ?? ''
  const file = join(folder, 'paper.pdf')
  await run('document', owner.teamId, id, '--file', file)
  expect(await readFile(file, 'utf8')).toContain('%PDF')
  expect((await stat(file)).mode & 0o077).toBe(0)
  await expect(run('document', owner.teamId, id, '--file', file)).rejects.toThrow('EEXIST')
  const [entry] = await readSecurityEvents(app.db, {
    teamId: owner.teamId,
    kind: 'seller.document_read',
    limit: 1,
  })
  expect(entry?.details).toEqual({ document_id: id })
  const limits = ['--exposure', '10000.00', '--currency', 'GBP', '--unconfirmed', '20']
  expect(await run('approve', owner.teamId, ...limits)).toContain('may sell now')
  const [decided] = await readSecurityEvents(app.db, {
    teamId: owner.teamId,
    kind: 'seller.account_changed',
    limit: 1,
  })
  expect(decided?.details).toMatchObject({
    change: 'approved',
    after: { exposure_minor: 1_000_000, unconfirmed: 20 },
  })
  await expect(run('approve', owner.teamId, ...limits)).rejects.toThrow('seller.wrong_state')
  await owner.call(sellerAccountRoutes.changeDetails, { body: { tax_number: 'GB123456789' } })
  expect(await run('list')).toContain(`${owner.teamId}  approved, change of details`)
  const changed = await run('show', owner.teamId)
  expect(changed).toContain(': tax number')
  const time = /requested at (\S+):/.exec(changed)?.[1] ?? ''
  const decline = ['decline-change', owner.teamId, time, '--reason', 'Not in the register']
  expect(await run(...decline)).toContain('stay as they are')
  await expect(run('approve-change', owner.teamId, time)).rejects.toThrow('seller.no_change')
  const kinds = await readSecurityEvents(app.db, {
    teamId: owner.teamId,
    kind: 'seller.change_decided',
    limit: 1,
  })
  expect(kinds[0]?.details).toEqual({ change: 'change_declined', changed: 'tax number' })
  expect(await run('suspend', owner.teamId, '--reason', 'Checks')).toContain('suspended; 0 listings')
  expect(await run('suspend', owner.teamId, '--reason', 'Checks')).toContain('suspended; 0 listings')
  expect(await run('resume', owner.teamId)).toContain('sells again')
  await expect(run('show', 'tm_unknown')).rejects.toThrow('seller.not_found')
})

test('names with line breaks stay on their line, so that no seller can add lines to the output', async () => {
  const forger = await app.addBuyer()
  await forger.call(sellerAccountRoutes.save, {
    body: {
      company_name: 'Forged Ltd\nLimits       none',
      address: {
        line1: '2 Quay\nSame         no other team',
        city: 'Bristol',
        postal_code: 'BS2',
        country: 'GB',
      },
      tax_number: 'GB111111111',
      bank_account: { country: 'GB', holder: 'A\nB', account_number: '87654321', bank_code: '202015' },
      categories: ['football-x'],
    },
  })
  const clean = await run('show', forger.teamId)
  expect(clean).toContain('Company      Forged Ltd Limits       none\n')
  const base64 = Buffer.from('%PDF-1.4 x %%EOF').toString('base64')
  await forger.call(sellerAccountRoutes.addDocument, { body: { name: 'paper.pdf', base64 } })
  // Names that were saved before they were reduced to one line.
  await sql`update seller_documents set name = ${'paper.pdf\nLimits       none\u001B[1A'}
    where team_id = ${forger.teamId}`.execute(app.db)
  await sql`update teams set name = ${'Jo\ntm_fake  approved  -  Jo'} where id = ${forger.teamId}`.execute(
    app.db,
  )
  const shown = await run('show', forger.teamId)
  expect(shown).toContain('  paper.pdf?Limits       none?[1A  ')
  expect(shown).not.toMatch(/^Limits {7}none$/m)
  expect(shown).not.toMatch(/^Same {9}no other team, Bristol/m)
  expect(await run('list')).toContain('Jo?tm_fake  approved  -  Jo')
})

test.each([
  [['approve', 'tm_1'], 'needs --exposure'],
  [['approve', 'tm_1', '--exposure', 'x', '--unconfirmed', '1'], '--exposure: must be'],
  [['approve', 'tm_1', '--exposure', '1.00', '--unconfirmed', '1'], '--currency: must be'],
  [['approve', 'tm_1', '--exposure', 'none', '--unconfirmed', '-1'], 'ambiguous'],
  [['limits', 'tm_1', '--exposure', 'none', '--unconfirmed', 'x'], '--unconfirmed: must be'],
  [['decline', 'tm_1'], 'needs --reason'],
  [['ask', 'tm_1'], 'needs --text'],
  [['suspend', 'tm_1'], 'needs --reason'],
  [['suspend', 'someone'], 'needs a team id'],
  [['list', '--state', 'x'], '--state: must be one of'],
  [['approve-change', 'tm_1'], 'needs the time of the request'],
  [['decline-change', 'tm_1', '2031-01-01T00:00:00.000Z'], 'needs --reason'],
  [['close', 'tm_1'], 'seller needs list'],
  [['resume', 'tm_1', '--final'], 'unknown option: --final'],
])('seller %j explains what is missing', (args, reason) => {
  const command = parseAdmin(['seller', ...args])
  expect(command).toMatchObject({ name: 'usage-error', reason: expect.stringContaining(reason) })
})
