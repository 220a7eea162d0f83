import { teamsRoutes } from '@terrace/contracts/teams'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { Keyboard } from './keyboard.ts'
import { expectLetter, linkInLetter } from './mail.ts'
import { LoginPage } from './pages/login-page.ts'
import { PasswordPages } from './pages/password-pages.ts'
import { Shell } from './pages/shell.ts'
import { newcomer, SignUpPage } from './pages/sign-up-page.ts'

test('[X-SIGNUP-02] by keyboard alone: sign up, sign, confirm the address, log in, forget the password and choose another from the mail', async ({
  page,
  expectSound,
}) => {
  const keyboard = new Keyboard(page)
  const signUp = new SignUpPage(page)
  const login = new LoginPage(page)
  const passwords = new PasswordPages(page)
  const kay = newcomer('Kay', 'Board')

  await page.goto('/login')
  await expectSound(page)
  await keyboard.press(page.getByRole('link', { name: 'Sign up now' }))
  await expect(page).toHaveURL('/signup')
  await signUp.fill(kay)
  await expectSound(page)
  await signUp.read()
  await signUp.leave()
  await signUp.read()
  await expectSound(page)
  await signUp.sign('Kay Board')
  await signUp.register()
  await expect(page.getByText('Your account is ready. You can log in now')).toBeVisible()
  await signUp.expectSuccess()
  await expectSound(page)
  await expect(page).toHaveURL('/login')

  await page.goto(await linkInLetter(page, kay.email, 'Confirm your email address for Terrace'))
  await expectSound(page)
  await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }))
  await expect(page.getByText('Your email address is confirmed. You can log in now')).toBeVisible()
  await expectSound(page)
  await keyboard.press(page.getByRole('link', { name: 'Back to login' }))

  await login.enter(kay.username, kay.password)
  await expect(page).toHaveURL('/')
  await new Shell(page).logOutByKeyboard()

  await passwords.open()
  await expectSound(page)
  await passwords.ask(kay.email)
  await page.goto(await linkInLetter(page, kay.email, 'Reset your Terrace password'))
  await expectSound(page)
  await passwords.choose('second password')
  await login.enter(kay.username, 'second password')
  await expect(page).toHaveURL('/')
})

/** Follows the link of the letter that broker2 has had sent. */
async function openInvitation(page: Page, email: string): Promise<void> {
  await page.goto(
    await linkInLetter(page, email, 'Nadia Lane invites you to Harbour Lane Concierge on Terrace'),
  )
  await expect(page.getByRole('heading', { name: 'Join Harbour Lane Concierge' })).toBeVisible()
}

/** Chooses name and password, and logs in. */
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

test('[X-ROLE-03] by keyboard alone: an owner invites a colleague, who joins the team from the mail and is removed again', async ({
  page,
  openPageAs,
  expectSound,
  pageErrors,
}) => {
  // Of the session that has ended.
  pageErrors.expected.push(/status of 401/)
  const username = `mate-${Date.now().toString(36)}`
  const email = `${username}@example.test`
  const { page: desk } = await openPageAs('broker2')
  const owner = new Keyboard(desk)
  await desk.goto('/profile?tab=team')
  await expect(desk.getByText('No open invitations')).toBeVisible()
  await expectSound(desk)
  const form = desk.getByRole('form', { name: 'Invite somebody' })
  await owner.type(form.getByLabel('Email', { exact: true }), email)
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(`An invitation is on its way to ${email}`)).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Invitations' }).getByText(email)).toBeVisible()
  await expectSound(desk)

  await openInvitation(page, email)
  await expectSound(page)
  await join(page, username)
  await page.goto('/profile?tab=team')
  await expect(page.getByText(/^Only an owner of the team can invite people/)).toBeVisible()
  await expectSound(page)

  await desk.reload()
  await owner.press(desk.getByRole('button', { name: 'Remove Max Mate' }))
  const question = desk.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expectSound(desk)
  await owner.press(question.getByRole('button', { name: 'Remove' }))
  await expect(desk.getByText('1 person')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
})

test('[X-ROLE-03] by keyboard alone: a colleague leaves the team, is logged out, and reads of it in the mail', async ({
  page,
  broker,
  baseURL,
  expectSound,
}) => {
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
  await expectSound(page)
  await keyboard.press(question.getByRole('button', { name: 'Leave team' }))
  await expect(page).toHaveURL('/login')
  await expectLetter(page, email, 'You have left Harbour Lane Concierge on Terrace')
  const { data } = await owner.call(teamsRoutes.overview)
  expect(data.members.map((member) => member.username)).not.toContain(username)
})
