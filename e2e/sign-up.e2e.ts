import { teamsRoutes } from '@terrace/contracts/teams'
import type { Page } from '@playwright/test'
import { expect, test } from './session-fixtures.ts'
import { Keyboard } from './keyboard.ts'
import { expectEmail, findEmailLink } from './mail.ts'
import { LoginPage } from './pages/login-page.ts'
import { PasswordPages } from './pages/password-pages.ts'
import { Shell } from './pages/shell.ts'
import { newUser, SignUpPage } from './pages/sign-up-page.ts'

test('[X-SIGNUP-02] by keyboard: a user signs up, signs, confirms, logs in and resets the password', async ({
  page,
  expectAccessibleLayout,
}) => {
  const keyboard = new Keyboard(page)
  const signUp = new SignUpPage(page)
  const login = new LoginPage(page)
  const passwords = new PasswordPages(page)
  const kay = newUser('Kay', 'Board')

  await page.goto('/login')
  await keyboard.press(page.getByRole('link', { name: 'Sign up now' }))
  await expect(page).toHaveURL('/signup')
  await signUp.fill(kay)
  await expectAccessibleLayout(page)
  await signUp.openTerms()
  await signUp.closeTerms()
  await signUp.openTerms()
  await expectAccessibleLayout(page)
  await signUp.signTerms('Kay Board')
  await signUp.register()
  await expect(page.getByText('Your account is ready. You can log in now')).toBeVisible()
  await signUp.expectSuccess()
  await expectAccessibleLayout(page)
  await expect(page).toHaveURL('/login')

  await page.goto(await findEmailLink(page, kay.email, 'Confirm your email address for Terrace'))
  await expectAccessibleLayout(page)
  await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }))
  await expect(page.getByText('Your email address is confirmed. You can log in now')).toBeVisible()
  await expectAccessibleLayout(page)
  await keyboard.press(page.getByRole('link', { name: 'Back to login' }))

  await login.enter(kay.username, kay.password)
  await expect(page).toHaveURL('/')
  await new Shell(page).logOutByKeyboard()

  await passwords.open()
  await passwords.request(kay.email)
  await page.goto(await findEmailLink(page, kay.email, 'Reset your Terrace password'))
  await passwords.choose('second password')
  await login.enter(kay.username, 'second password')
  await expect(page).toHaveURL('/')
})

/** Follows the link in the invitation that broker2 sent. */
async function openInvitation(page: Page, email: string): Promise<void> {
  await page.goto(
    await findEmailLink(page, email, 'Nadia Lane invites you to Harbour Lane Concierge on Terrace'),
  )
  await expect(page.getByRole('heading', { name: 'Join Harbour Lane Concierge' })).toBeVisible()
}

/** Chooses a username and password and logs in. */
async function join(page: Page, username: string): Promise<void> {
  const keyboard = new Keyboard(page)
  await keyboard.type(page.getByLabel('First name'), 'Max')
  await keyboard.type(page.getByLabel('Last name'), 'Mate')
  await keyboard.type(page.getByLabel('Username'), username)
  await keyboard.type(page.getByLabel('Password', { exact: true }), 'long enough')
  await keyboard.type(page.getByLabel('Confirm Password'), 'long enough')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account is ready. You can log in now')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await new LoginPage(page).enter(username, 'long enough')
  await expect(page).toHaveURL('/')
}

test(
  '[X-ROLE-03] by keyboard: an owner invites a colleague, who joins the team and is removed',
  { tag: '@once' },
  async ({ page, openPageAs, expectAccessibleLayout, expectOperable, pageErrors }) => {
    // The request of the ended session.
    pageErrors.expected.push(/status of 401/)
    const username = `mate-${Date.now().toString(36)}`
    const email = `${username}@example.test`
    const { page: invitePage } = await openPageAs('broker2')
    const owner = new Keyboard(invitePage)
    await invitePage.goto('/profile?tab=team')
    await expect(invitePage.getByText('No pending invitations')).toBeVisible()
    const form = invitePage.getByRole('form', { name: 'Invite someone' })
    await owner.type(form.getByLabel('Email', { exact: true }), email)
    await invitePage.keyboard.press('Enter')
    await expect(invitePage.getByText(`An invitation is on its way to ${email}`)).toBeVisible()
    await expect(invitePage.getByRole('region', { name: 'Invitations' }).getByText(email)).toBeVisible()
    await expectAccessibleLayout(invitePage)

    await openInvitation(page, email)
    await expectOperable(page)
    await join(page, username)
    await page.goto('/profile?tab=team')
    await expect(page.getByText(/^Only owners can invite or remove people/)).toBeVisible()
    await expectAccessibleLayout(page)

    await invitePage.reload()
    await owner.press(invitePage.getByRole('button', { name: 'Remove Max Mate' }))
    const question = invitePage.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expectAccessibleLayout(invitePage)
    await owner.press(question.getByRole('button', { name: 'Remove' }))
    await expect(invitePage.getByText('1 person')).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
  },
)

test(
  '[X-ROLE-03] by keyboard: a colleague leaves the team, is logged out and receives an email',
  { tag: '@once' },
  async ({ page, broker, baseURL, expectAccessibleLayout }) => {
    const username = `gone-${Date.now().toString(36)}`
    const email = `${username}@example.test`
    const owner = await broker('broker2')
    await owner.call(teamsRoutes.invite, { body: { email, role: 'member', join_link: `${baseURL}/join` } })
    await openInvitation(page, email)
    await join(page, username)
    await page.goto('/profile?tab=team')
    const keyboard = new Keyboard(page)
    await keyboard.press(page.getByRole('button', { name: 'Leave team' }))
    const question = page.getByRole('alertdialog', { name: 'Leave Harbour Lane Concierge?' })
    await expect(question).toBeVisible()
    await expectAccessibleLayout(page)
    await keyboard.press(question.getByRole('button', { name: 'Leave team' }))
    await expect(page).toHaveURL('/login')
    await expectEmail(page, email, 'You have left Harbour Lane Concierge on Terrace')
    const { data } = await owner.call(teamsRoutes.overview)
    expect(data.members.map((member) => member.username)).not.toContain(username)
  },
)
