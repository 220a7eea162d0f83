import type { Page } from '@playwright/test'
import { demoPassword } from './api.ts'
import { expectEmail, findEmailLink } from './mail.ts'
import { LoginPage } from './pages/login-page.ts'
import { Shell } from './pages/shell.ts'
import { newUser, SignUpPage } from './pages/sign-up-page.ts'
import { expect, test } from './session-fixtures.ts'

/** A passkey of the computer, which verifies its user without asking. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its user is recognised. */
    recognise: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** The opacities of the next dialog's overlay, frame by frame. */
async function recordDialogOpacities(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`{
    globalThis.opacities = []
    const record = () => {
      const overlay = document.querySelector('[role=dialog]')?.parentElement.parentElement
      if (overlay) opacities.push(Number(getComputedStyle(overlay).opacity))
      requestAnimationFrame(record)
    }
    record()
  }`)
  return () => page.evaluate<number[]>('opacities')
}

async function signUp(page: Page) {
  const user = newUser('Pat', 'Keys')
  const form = new SignUpPage(page)
  await page.goto('/signup')
  await form.fill(user)
  await form.openTerms()
  await form.signTerms('Pat Keys')
  await form.register()
  await form.expectSuccess()
  await page.goto(await findEmailLink(page, user.email, 'Confirm your email address for Terrace'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('link', { name: 'Back to login' }).click()
  return user
}

test(
  'a passkey is added, completes a login with a password, logs in alone, and is removed',
  { tag: '@once' },
  async ({ page, expectOperable, pageErrors }) => {
    // The browser logs the refused passkey.
    pageErrors.expected.push(/status of 422/)
    const authenticator = await addAuthenticator(page)
    const user = await signUp(page)
    const login = new LoginPage(page)
    await login.logIn(user.username, user.password)
    await expect(page).toHaveURL('/')

    await page.goto('/profile?tab=security')
    await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible()
    await expectOperable(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add passkey' })
    await dialog.getByLabel('Name', { exact: true }).fill('Test laptop')
    await expectOperable(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Test laptop')
    await dialog.getByLabel('Name', { exact: true }).press('Enter')
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await expectOperable(page)
    const [recoveryCode = ''] = await codes.getByRole('listitem').allTextContents()
    await codes.getByRole('button', { name: 'I saved them' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Test laptop')
    await expectEmail(page, user.email, 'A passkey was added: Terrace')

    await new Shell(page).choose('Logout')
    await login.logIn(user.username, user.password)
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
    await expectOperable(page)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expect(page).toHaveURL('/')

    await new Shell(page).choose('Logout')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL('/')

    // A recovery code replaces a passkey that does not recognise its user.
    await new Shell(page).choose('Logout')
    await authenticator.recognise(false)
    await login.logIn(user.username, user.password)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
    await page.getByLabel('Recovery code', { exact: true }).press('Enter')
    await expect(page).toHaveURL('/')

    await page.goto('/profile?tab=security')
    await page.getByRole('button', { name: 'Remove Test laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
    await new Shell(page).choose('Logout')
    await login.logIn(user.username, user.password)
    await expect(page).toHaveURL('/')
  },
)

test('an operator sets up a second factor before anything else', async ({
  page,
  expectOperable,
  pageErrors,
}) => {
  // The first call of the page is refused.
  pageErrors.expected.push(/status of 403/)
  await addAuthenticator(page)
  await page.goto('/login')
  await new LoginPage(page).logIn('operator', demoPassword)
  const setup = page.getByRole('heading', { name: 'Set up a second factor' })
  const confirm = page.getByRole('heading', { name: 'Confirm it’s you' })
  await expect(setup).toBeVisible()
  await expect(confirm).toBeHidden()
  await expectOperable(page)
  const opacities = await recordDialogOpacities(page)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Set up authenticator app' })).toBeVisible()
  await expectOperable(page)
  const shown = await opacities()
  expect(shown, 'the dialog fades in once').toEqual(shown.toSorted((a, b) => a - b))
  await page.goto('/')
  await expect(setup).toBeVisible()
})
