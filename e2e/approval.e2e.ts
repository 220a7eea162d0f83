import { test as base, expect } from './journey.ts'
import { Keyboard } from './keyboard.ts'
import { linkInLetter } from './mail.ts'
import { startOwnServer, type OwnServer } from './own-server.ts'
import { LoginPage } from './pages/login-page.ts'
import { PasswordPages } from './pages/password-pages.ts'
import { Shell } from './pages/shell.ts'
import { newcomer, SignUpPage } from './pages/sign-up-page.ts'

/** A marketplace whose operator lets people in, unlike the demo. */
const test = base.extend<object, { port: number; server: OwnServer }>({
  port: [4183, { scope: 'worker', option: true }],
  server: [
    async ({ port }, provide) => {
      const server = await startOwnServer(port, { SIGN_UP_APPROVAL: 'operator' })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

test('[X-SIGNUP-01] by keyboard alone: who has signed up and signed waits for the operator, is let in by a command, and comes back with another password', async ({
  page,
  server,
  expectSound,
  pageErrors,
}) => {
  // The browser's own word of a login that is refused.
  pageErrors.expected.push(/status of 422/)
  const keyboard = new Keyboard(page)
  const signUp = new SignUpPage(page)
  const login = new LoginPage(page)
  const passwords = new PasswordPages(page)
  const ann = newcomer('Ann', 'Waiting')

  await page.goto('/signup')
  await signUp.fill(ann)
  await signUp.read()
  await signUp.sign('Ann Waiting')
  await signUp.register()
  await expect(page.getByText(/^Your account has been created\. Please confirm your email/)).toBeVisible()
  await signUp.expectSuccess()
  await expect(page).toHaveURL('/login')

  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText(/^Your account is waiting for approval\. Please confirm your email/)
  await expectSound(page)
  await expect(server.admin('approve', ann.username)).rejects.toThrow(
    `${ann.username} has not confirmed the email address ${ann.email} yet`,
  )

  await page.goto(await linkInLetter(page, ann.email, 'Confirm your email address for Terrace'))
  await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }))
  await expect(
    page.getByText('We will write to you as soon as your account is open', { exact: false }),
  ).toBeVisible()
  await keyboard.press(page.getByRole('link', { name: 'Back to login' }))
  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText('Your account is waiting for approval. We will be in touch soon')
  await expectSound(page)

  expect(await server.admin('approve', ann.username)).toContain(`${ann.username} may log in now`)
  await page.goto(await linkInLetter(page, ann.email, 'Your Terrace account is open'))
  await expect(page).toHaveURL('/login')
  await login.enter(ann.username, ann.password)
  await expect(page).toHaveURL('/')
  await expect(new Shell(page).account).toBeVisible()

  await new Shell(page).logOutByKeyboard()
  await passwords.open()
  await passwords.ask(ann.email)
  await page.goto(await linkInLetter(page, ann.email, 'Reset your Terrace password'))
  await passwords.choose('second password')
  await login.enter(ann.username, ann.password)
  await expect(login.error).toHaveText('The username or password is not correct')
  await page.reload()
  await login.enter(ann.username, 'second password')
  await expect(page).toHaveURL('/')
  await expect(new Shell(page).account).toBeVisible()
})
