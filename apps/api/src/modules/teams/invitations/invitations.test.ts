import { accountsRoutes } from '@terrace/contracts/accounts'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { prepareInvitationEmail } from './prepare-invitation-email.ts'

const joinLink = 'http://localhost:4000/join'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

let number = 0
const newEmail = () => `guest${(number += 1)}@example.test`

const invite = (by: Caller, email: string, role: 'owner' | 'member' = 'member', link = joinLink) =>
  by.call(teamsRoutes.invite, { body: { email, role, join_link: link } })

/** The token in the latest email to this address. */
async function tokenFor(email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select l.id from team_invitation_emails l join team_invitations i on i.id = l.invitation_id
    where i.email = ${email} order by l.requested_at desc limit 1`.execute(app.db)
  const draft = await prepareInvitationEmail(app.deps, rows[0]?.id ?? '')
  if (!draft) throw new Error('no email is due')
  expect(draft.email).toBe(email)
  return draft.link.slice(joinLink.length + 1)
}

async function invited(by: Caller, role: 'owner' | 'member' = 'member') {
  const email = newEmail()
  const { data } = await invite(by, email, role)
  return { email, id: data.data.id, token: await tokenFor(email) }
}

const readInvitation = (token: string) => app.visitor.call(teamsRoutes.readInvitation, { body: { token } })
const accept = (token: string, username: string, password = 'long enough') =>
  app.visitor.call(teamsRoutes.accept, {
    body: {
      token,
      firstname: 'Pat',
      lastname: 'Guest',
      username,
      password,
      password_confirmation: password,
    },
  })

async function members(by: Caller) {
  const { data } = await by.call(teamsRoutes.overview)
  return data.data.members.map(({ username, role }) => [username, role])
}

test('[X-ROLE-03] an invited person joins the team with a username and password of their own', async () => {
  const owner = await app.addBuyer()
  const { email, token } = await invited(owner)
  expect((await readInvitation(token)).data.data).toEqual({
    team: expect.stringMatching(/^Team \d+$/),
    invited_by: 'Jo Marsh',
    email,
    role: 'member',
    account: 'none',
  })
  expect((await accept(token, 'pat-guest')).data).toEqual({
    data: { status: true },
    message: 'Your account is ready. You can log in now',
  })
  const login = await app.visitor.call(accountsRoutes.logIn, {
    body: { username: 'pat-guest', password: 'long enough' },
  })
  expect(login.data.data).toMatchObject({ email, role: 'buyer', team_data: { id: owner.teamId } })
  expect(await members(owner)).toContainEqual(['pat-guest', 'member'])
  const { data } = await owner.call(teamsRoutes.overview)
  expect(data.data.invitations).toEqual([])
  const account = await app.db
    .selectFrom('accounts')
    .select('email_verified_at')
    .where('username', '=', 'pat-guest')
    .executeTakeFirstOrThrow()
  expect(account.email_verified_at).toBeInstanceOf(Date)
})

test('[X-ROLE-02] [X-ROLE-03] the invitation sets the team role, and the team sets the account role', async () => {
  const seller = await app.addBuyer({ role: 'seller' })
  const { token } = await invited(seller, 'owner')
  await accept(token, 'second-seller')
  const row = await app.db
    .selectFrom('accounts')
    .select(['role', 'team_role'])
    .where('username', '=', 'second-seller')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ role: 'seller', team_role: 'owner' })
})

test('a link works once, and a second use gets a clear error', async () => {
  const owner = await app.addBuyer()
  const { token } = await invited(owner)
  expect((await accept(token, 'first-in')).ok).toBe(true)
  const again = await accept(token, 'second-in')
  expect(again.status).toBe(422)
  expect(again.error.code).toBe('team.invitation_invalid')
  expect((await readInvitation(token)).error.code).toBe('team.invitation_invalid')
})

test('an invitation rests while its sender is suspended', async () => {
  const owner = await app.addBuyer()
  const { token } = await invited(owner)
  const become = (status: 'active' | 'suspended') =>
    app.db.updateTable('accounts').set({ status }).where('id', '=', owner.accountId).execute()
  await become('suspended')
  expect((await accept(token, 'kept-out')).error.code).toBe('team.invitation_invalid')
  await become('active')
  expect((await accept(token, 'let-in')).ok).toBe(true)
})

test('of many concurrent uses of one link exactly one joins', async () => {
  const owner = await app.addBuyer()
  const { token, email } = await invited(owner)
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => accept(token, `racer-${index}`)),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const response of responses.filter(({ ok }) => !ok))
    expect(['team.invitation_invalid', 'team.account_in_other_team']).toContain(response.error.code)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from accounts where email = ${email}`.execute(app.db)
  expect(rows[0]?.count).toBe(1)
})

test('of two invitations to one address the first accepted wins, and the other gets an error', async () => {
  const [one, two] = [await app.addBuyer(), await app.addBuyer()]
  const email = newEmail()
  await invite(one, email)
  const first = await tokenFor(email)
  await invite(two, email.toUpperCase())
  const second = await tokenFor(email.toUpperCase())
  const responses = await Promise.all([accept(first, 'wanted-one'), accept(second, 'wanted-two')])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  const loser = responses.find(({ ok }) => !ok)
  expect(loser?.error.code).toBe('team.account_in_other_team')
  expect(loser?.error.errors['title']).toBe(
    'This email address already has an account, and an account can belong to only one team',
  )
  const rejected = responses[0]?.ok ? second : first
  expect((await readInvitation(rejected)).data.data.account).toBe('other_team')
})

test('only the invited person learns that they have an account in another team', async () => {
  const owner = await app.addBuyer()
  const other = await app.addBuyer()
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', other.accountId)
    .executeTakeFirstOrThrow()
  const known = await invite(owner, email)
  const unknown = await invite(owner, newEmail())
  expect(known.status).toBe(unknown.status)
  expect(Object.keys(known.data.data)).toEqual(Object.keys(unknown.data.data))
  const token = await tokenFor(email)
  expect((await readInvitation(token)).data.data.account).toBe('other_team')
  expect((await accept(token, 'another-me')).error.code).toBe('team.account_in_other_team')
  expect((await other.call(workspaceRoutes.info)).data.data.team_data.id).toBe(other.teamId)
})

test('a taken username is rejected by field and the link stays valid', async () => {
  const owner = await app.addBuyer()
  const { token } = await invited(owner)
  const { rows } = await sql<{ username: string }>`select username from accounts limit 1`.execute(app.db)
  const rejected = await accept(token, (rows[0]?.username ?? '').toUpperCase())
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors['fields']).toEqual({ username: ['Username is already exist'] })
  expect((await accept(token, 'free-name')).ok).toBe(true)
})

test('a link expires after seven days, and resending replaces it', async () => {
  const owner = await app.addBuyer()
  const { id, email, token } = await invited(owner)
  await sql`update team_invitations set expires_at = expires_at - interval '7 days' where id = ${id}`.execute(
    app.db,
  )
  await sql`update team_invitation_tokens set expires_at = expires_at - interval '7 days'`.execute(app.db)
  expect((await readInvitation(token)).error.code).toBe('team.invitation_invalid')
  expect((await accept(token, 'too-late')).error.code).toBe('team.invitation_invalid')
  const { data } = await owner.call(teamsRoutes.overview)
  expect(data.data.invitations).toMatchObject([{ id, has_expired: true }])
  const resent = await owner.call(teamsRoutes.resend, { params: { id } })
  expect(resent.data.data.has_expired).toBe(false)
  expect(resent.data.message).toBe(`Another invitation is on its way to ${email}`)
  expect((await readInvitation(token)).error.code).toBe('team.invitation_invalid')
  expect((await accept(await tokenFor(email), 'in-time')).ok).toBe(true)
})

test('an ended or expired invitation sends no email', async () => {
  const owner = await app.addBuyer()
  const { id, email } = await invited(owner)
  await owner.call(teamsRoutes.withdraw, { params: { id } })
  await expect(tokenFor(email)).rejects.toThrow('no email is due')
})

test('a withdrawn invitation is invalid and cannot be withdrawn again', async () => {
  const owner = await app.addBuyer()
  const { id, email, token } = await invited(owner)
  expect((await owner.call(teamsRoutes.withdraw, { params: { id } })).ok).toBe(true)
  expect((await accept(token, 'not-wanted')).error.code).toBe('team.invitation_invalid')
  expect((await owner.call(teamsRoutes.withdraw, { params: { id } })).status).toBe(404)
  expect((await owner.call(teamsRoutes.resend, { params: { id } })).status).toBe(404)
  expect((await invite(owner, email)).ok).toBe(true)
})

test('of a concurrent withdrawal and acceptance exactly one succeeds', async () => {
  const owner = await app.addBuyer()
  for (let round = 0; round < 4; round += 1) {
    const { id, email, token } = await invited(owner)
    const [withdrawn, accepted] = await Promise.all([
      owner.call(teamsRoutes.withdraw, { params: { id } }),
      accept(token, `at-once-${round}`),
    ])
    expect([withdrawn.ok, accepted.ok].filter(Boolean)).toHaveLength(1)
    const joined = (await owner.call(teamsRoutes.overview)).data.data.members.some(
      (one) => one.email === email,
    )
    expect(joined).toBe(accepted.ok)
  }
})

test('an open invitation or a member cannot be invited again', async () => {
  const owner = await app.addBuyer()
  const { email } = await invited(owner)
  const again = await invite(owner, ` ${email.toUpperCase()} `)
  expect(again.error.code).toBe('team.already_invited')
  expect(again.error.errors['fields']).toEqual({
    email: ['This address has already been invited. Resend that invitation'],
  })
  const { data } = await owner.call(teamsRoutes.overview)
  const me = await invite(owner, data.data.members[0]?.email.toUpperCase() ?? '')
  expect(me.error.code).toBe('team.already_member')
})

test('concurrent invitations of one address by two owners send one', async () => {
  const owner = await app.addBuyer()
  const other = await app.addBuyer({ teamId: owner.teamId })
  const email = newEmail()
  const responses = await Promise.all([owner, other, owner, other].map((by) => invite(by, email)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const response of responses.filter(({ ok }) => !ok))
    expect(response.error.code).toBe('team.already_invited')
})

test('a team can send thirty emails an hour and is then told when to retry', async () => {
  const owner = await app.addBuyer()
  const { id } = await invited(owner)
  for (let count = 1; count < 30; count += 1)
    expect((await owner.call(teamsRoutes.resend, { params: { id } })).ok).toBe(true)
  const rejected = await owner.call(teamsRoutes.resend, { params: { id } })
  expect(rejected.status).toBe(429)
  expect(rejected.error.errors['title']).toMatch(
    /^Too many invitations\. Wait (59|60) minutes and try again$/,
  )
  expect((await invite(owner, newEmail())).status).toBe(429)
  expect((await owner.call(teamsRoutes.overview)).data.data.invitations).toHaveLength(1)
})

test('a team has at most a hundred members and open invitations', async () => {
  const owner = await app.addBuyer()
  await sql`insert into team_invitations (id, team_id, email, team_role, account_role, invited_by, join_link, expires_at)
    select 'inv_full' || n, ${owner.teamId}, 'full' || n || '@example.test', 'member', 'buyer', ${owner.accountId},
      ${joinLink}, now() + interval '1 day' from generate_series(1, 99) n`.execute(app.db)
  expect((await invite(owner, newEmail())).error.code).toBe('team.full')
})

test.each([
  ['https://evil.example/join'],
  ['http://localhost:4000@evil.example/join'],
  ['http://localhost:4000/reset-password'],
  ['//evil.example/join'],
  [''],
])('an invitation email cannot link to %s', async (link) => {
  const owner = await app.addBuyer()
  const rejected = await invite(owner, newEmail(), 'member', link)
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors['fields']).toEqual({ join_link: ['must be a page on this site'] })
})

test('invalid input is rejected by field and nothing is stored', async () => {
  const owner = await app.addBuyer()
  const { token } = await invited(owner)
  const before = await sql`select count(*) from accounts`.execute(app.db)
  const send = async (values: Record<string, unknown>) => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/teams/invitation/accept',
      payload: {
        token,
        firstname: 'Pat',
        lastname: 'Guest',
        username: 'pat-again',
        password: 'long enough',
        password_confirmation: 'long enough',
        ...values,
      },
    })
    return { status: response.statusCode, fields: response.json().errors.fields }
  }
  const cases: [Record<string, unknown>, string][] = [
    [{ firstname: '   ' }, 'firstname'],
    [{ lastname: 7 }, 'lastname'],
    [{ username: 'a b c d e' }, 'username'],
    [{ username: 'four' }, 'username'],
    [{ username: `nul\0name` }, 'username'],
    [{ password: 'short', password_confirmation: 'short' }, 'password'],
    [{ password_confirmation: 'another one' }, 'password_confirmation'],
    [{ token: '' }, 'token'],
    [{ role: 'operator' }, 'role'],
    [{ team_id: 'tm_other' }, 'team_id'],
    [{ firstname: 'x'.repeat(10_000) }, 'firstname'],
    [{ username: 'x'.repeat(10_000) }, 'username'],
    [{ password: 'x'.repeat(10_000), password_confirmation: 'x'.repeat(10_000) }, 'password'],
    [{ username: undefined }, 'username'],
  ]
  for (const [values, field] of cases) {
    const { status, fields } = await send(values)
    expect([status, Object.keys(fields)], JSON.stringify(values)).toEqual([422, [field]])
  }
  expect(await sql`select count(*) from accounts`.execute(app.db)).toEqual(before)
})

test.each([
  [{ email: undefined }, 'email'],
  [{ email: '   ' }, 'email'],
  [{ email: 'not-an-email' }, 'email'],
  [{ email: `${'x'.repeat(10_000)}@example.test` }, 'email'],
  [{ email: 'a@example.test, b@example.test' }, 'email'],
  [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'email'],
  [{ email: ['a@example.test'] }, 'email'],
  [{ role: 'operator' }, 'role'],
  [{ role: undefined }, 'role'],
  [{ account_role: 'operator' }, 'account_role'],
])('an invitation with %j is rejected by field and not stored', async (values, field) => {
  const owner = await app.addBuyer()
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/settings/team/invitations',
    headers: { authorization: `Bearer ${owner.token}` },
    payload: { email: newEmail(), role: 'member', join_link: joinLink, ...values },
  })
  expect([response.statusCode, Object.keys(response.json().errors.fields)]).toEqual([422, [field]])
  expect((await owner.call(teamsRoutes.overview)).data.data.invitations).toEqual([])
})

test('HTML, emoji and right-to-left names are stored as plain text', async () => {
  const owner = await app.addBuyer()
  const { token, email } = await invited(owner)
  const names = { firstname: '<b>🎫</b>', lastname: 'بن علي' }
  const response = await app.visitor.call(teamsRoutes.accept, {
    body: {
      token,
      ...names,
      username: 'any-direction',
      password: 'long enough',
      password_confirmation: 'long enough',
    },
  })
  expect(response.ok).toBe(true)
  const { data } = await owner.call(teamsRoutes.overview)
  expect(data.data.members.find((member) => member.email === email)).toMatchObject(names)
})

test('only a hash of the link is stored, and the audit log has neither link nor address', async () => {
  const owner = await app.addBuyer()
  const { email, token } = await invited(owner)
  await accept(token, 'logged-well')
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(t::text, '') from team_invitation_tokens t)
      || (select string_agg(o::text, '') from outbox o) as text`.execute(app.db)
  expect(rows[0]?.text).not.toContain(token)
  const { rows: log } = await sql<{ kind: string; text: string }>`
    select kind, e::text as text from security_events e where team_id = ${owner.teamId} order by id`.execute(
    app.db,
  )
  expect(log.map(({ kind }) => kind)).toEqual(['team.member_invited', 'team.invitation_accepted'])
  for (const { text } of log) {
    expect(text).not.toContain(email)
    expect(text).not.toContain(token)
  }
})
