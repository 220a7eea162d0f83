import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { Keyboard } from './keyboard.ts'
import { linkInLetter } from './mail.ts'
import { LoginPage } from './pages/login-page.ts'
import { Shell } from './pages/shell.ts'

/** Reads the terms in their window, signs with a typed name, and is back on the form. */
async function signTerms(
  page: Page,
  name: string,
  expectSound: (page: Page) => Promise<void>,
): Promise<void> {
  const keyboard = new Keyboard(page)
  await keyboard.press(page.getByRole('button', { name: 'Read now' }))
  const frame = page.frameLocator('iframe[title="Buyer terms and conditions"]')
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
  await keyboard.type(frame.getByLabel('Your name as your signature'), name)
  await keyboard.press(frame.getByRole('checkbox'), 'Space')
  await keyboard.press(frame.getByRole('button', { name: 'Sign', exact: true }))
  await expect(page.getByRole('button', { name: 'Document signed' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  const keyboard = new Keyboard(page)
  const login = new LoginPage(page)
  await keyboard.type(login.username, username)
  await keyboard.type(login.password, password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
}

test('[X-SIGNUP-02] by keyboard alone: sign up, sign, confirm the address, log in, forget the password and choose another from the mail', async ({
  page,
  expectSound,
}) => {
  const keyboard = new Keyboard(page)
  const username = `keys-${Date.now().toString(36)}`
  const email = `${username}@example.test`

  await page.goto('/login')
  await expectSound(page)
  await keyboard.press(page.getByRole('link', { name: 'Sign up now' }))
  await expect(page).toHaveURL('/signup')
  const form = page.getByRole('form', { name: 'Sign up' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await keyboard.type(field('First name'), 'Kay')
  await keyboard.type(field('Last name'), 'Board')
  await keyboard.type(field('Phone number'), '2079460123')
  await keyboard.type(field('Email'), email)
  await keyboard.type(field('Confirm email'), email)
  await keyboard.type(field('Username'), username)
  await keyboard.type(form.getByLabel('Password', { exact: true }), 'first password')
  await keyboard.type(form.getByLabel('Confirm password', { exact: true }), 'first password')
  await keyboard.press(form.getByRole('button', { name: /Base currency/ }))
  await expect(page.getByRole('option', { name: /GBP/ })).toBeVisible()
  await page.keyboard.type('GBP')
  await page.keyboard.press('Enter')
  await expectSound(page)
  await signTerms(page, 'Kay Board', expectSound)
  await keyboard.press(form.getByRole('button', { name: 'Register now' }))
  await expect(page.getByText('Your account is ready. You can log in now')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Thank you for signing up for a Terrace account' }),
  ).toBeVisible()
  await expectSound(page)
  await expect(page).toHaveURL('/login')

  await page.goto(await linkInLetter(page, email, 'Confirm your email address for Terrace'))
  await expectSound(page)
  await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }))
  await expect(page.getByText('Your email address is confirmed. You can log in now')).toBeVisible()
  await expectSound(page)
  await keyboard.press(page.getByRole('link', { name: 'Back to login' }))

  await logIn(page, username, 'first password')
  await keyboard.press(new Shell(page).account)
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await keyboard.press(page.getByRole('link', { name: 'Forgot password' }))
  await expect(page).toHaveURL('/forgot-password')
  await expectSound(page)
  await keyboard.type(page.getByLabel('Email', { exact: true }), email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('If this address has an account, a reset link is on its way')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.goto(await linkInLetter(page, email, 'Reset your Terrace password'))
  await expectSound(page)
  await keyboard.type(page.getByLabel('New password'), 'second password')
  await keyboard.type(page.getByLabel('Confirm Password'), 'second password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed. Please log in')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, username, 'second password')
})

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

  const colleague = new Keyboard(page)
  await page.goto(
    await linkInLetter(page, email, 'Nadia Lane invites you to Harbour Lane Concierge on Terrace'),
  )
  await expect(page.getByRole('heading', { name: 'Join Harbour Lane Concierge' })).toBeVisible()
  await expectSound(page)
  await colleague.type(page.getByLabel('First name'), 'Max')
  await colleague.type(page.getByLabel('Last name'), 'Mate')
  await colleague.type(page.getByLabel('Username'), username)
  await colleague.type(page.getByLabel('Password', { exact: true }), 'long enough')
  await colleague.type(page.getByLabel('Confirm Password'), 'long enough')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account is ready. You can log in now')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, username, 'long enough')
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
