import { test as base, expect } from './session-fixtures.ts'
import { Keyboard } from './keyboard.ts'
import { findEmailLink } from './mail.ts'
import { startIsolatedServer, type IsolatedServer } from './isolated-server.ts'
import { LoginPage } from './pages/login-page.ts'
import { PasswordPages } from './pages/password-pages.ts'
import { Shell } from './pages/shell.ts'
import { newUser, SignUpPage } from './pages/sign-up-page.ts'

/** Unlike the demo, this marketplace needs the operator’s approval of new users. */
const test = base.extend<object, { port: number; server: IsolatedServer }>({
  port: [4183, { scope: 'worker', option: true }],
  server: [
    async ({ port }, provide) => {
      const server = await startIsolatedServer(port, { SIGN_UP_APPROVAL: 'manual' })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

test('[X-SIGNUP-01] by keyboard: a new user waits for approval, logs in, and resets the password', async ({
  page,
  server,
  expectAccessibleLayout,
  pageErrors,
}) => {
  // The browser logs the rejected logins.
  pageErrors.expected.push(/status of 422/)
  const keyboard = new Keyboard(page)
  const signUp = new SignUpPage(page)
  const login = new LoginPage(page)
  const passwords = new PasswordPages(page)
  const ann = newUser('Ann', 'Waiting')

  await page.goto('/signup')
  await signUp.fill(ann)
  await signUp.openTerms()
  await signUp.signTerms('Ann Waiting')
  await signUp.register()
  await expect(page.getByText(/^Your account has been created\. Confirm your email/)).toBeVisible()
  await signUp.expectSuccess()
  await expect(page).toHaveURL('/login')

  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText(/^Your account is waiting for approval\. Confirm your email/)
  await expectAccessibleLayout(page)
  await expect(server.admin('approve', ann.username)).rejects.toThrow(
    `${ann.username} has not confirmed ${ann.email} yet`,
  )

  await page.goto(await findEmailLink(page, ann.email, 'Confirm your email address for Terrace'))
  await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }))
  await expect(
    page.getByText('We’ll email you when your account is approved', { exact: false }),
  ).toBeVisible()
  await keyboard.press(page.getByRole('link', { name: 'Back to login' }))
  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText('Your account is waiting for approval. We’ll be in touch soon')
  await expectAccessibleLayout(page)

  expect(await server.admin('approve', ann.username)).toContain(`${ann.username} can now log in`)
  await page.goto(await findEmailLink(page, ann.email, 'Your Terrace account is ready'))
  await expect(page).toHaveURL('/login')
  await login.enter(ann.username, ann.password)
  await expect(page).toHaveURL('/')
  await expect(new Shell(page).account).toBeVisible()

  await new Shell(page).logOutByKeyboard()
  await passwords.open()
  await passwords.request(ann.email)
  await page.goto(await findEmailLink(page, ann.email, 'Reset your Terrace password'))
  await passwords.choose('second password')
  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText('The username or password is incorrect')
  await page.reload()
  await login.enter(ann.username, 'second password')
  await expect(page).toHaveURL('/')
  await expect(new Shell(page).account).toBeVisible()
})
