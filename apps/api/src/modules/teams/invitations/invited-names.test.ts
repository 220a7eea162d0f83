import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { prepareInvitationEmail } from './prepare-invitation-email.ts'

const joinLink = 'http://localhost:4000/join'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('an invitation names neither a team nor a member that passes for the marketplace', async () => {
  const owner = await app.addBuyer()
  await sql`update teams set name = 'T\u00E9rrace Support' where id = ${owner.teamId}`.execute(app.db)
  await sql`update accounts set first_name = 'Terrace', last_name = 'Security' where id = ${owner.accountId}`.execute(
    app.db,
  )
  const email = 'guest@example.test'
  await owner.call(teamsRoutes.invite, { body: { email, role: 'member', join_link: joinLink } })
  const { rows } = await sql<{ id: string }>`
    select l.id from team_invitation_emails l join team_invitations i on i.id = l.invitation_id
    where i.email = ${email}`.execute(app.db)
  const draft = await prepareInvitationEmail(app.deps, rows[0]?.id ?? '')
  expect(draft).toMatchObject({ teamName: 'a team', invitedBy: 'A member' })
  const token = draft?.link.slice(joinLink.length + 1) ?? ''
  expect((await app.visitor.call(teamsRoutes.readInvitation, { body: { token } })).data.data).toMatchObject({
    team: 'a team',
    invited_by: 'A member',
  })
})
