import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LoginArt } from '#web/features/accounts/login/login-art.tsx'
import { RegistrationForm } from '#web/features/accounts/sign-up/registration-form.tsx'
import { RegistrationSuccess } from '#web/features/accounts/sign-up/registration-success.tsx'
import { SideChoice, type SignUpSide } from '#web/features/accounts/sign-up/side-choice.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { env } from '#web/lib/env.ts'
import { saveStartPage, type StartPage } from '#web/lib/http/start-page.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { Wordmark } from '#web/ui/data-display/logo.tsx'

const startPages: Record<SignUpSide, StartPage> = { buy: 'buy', sell: 'apply', both: 'apply-once' }

/** The registration page, followed by the success screen (spec §2). */
export default function SignUp() {
  useTitle('Sign up')
  const [queryClient] = useState(createQueryClient)
  const [isDone, setDone] = useState(false)
  const [side, setSide] = useState<SignUpSide>('buy')
  const navigate = useNavigate()

  function finish() {
    saveStartPage(startPages[side])
    setDone(true)
  }

  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(36rem,56%)_1fr]">
      <main tabIndex={-1} className="flex flex-col px-6 py-8 outline-none sm:px-12">
        {/* The route table defines /home (spec §2). */}
        <Link to="/$" params={{ _splat: 'home' }} preload={false} className="self-start rounded-sm">
          <Wordmark brand={env().brand} />
        </Link>
        <div className="m-auto w-full max-w-xl py-12">
          {isDone ? (
            <RegistrationSuccess onDone={() => void navigate({ to: '/', replace: true })} />
          ) : (
            <>
              <h1 className="text-2xl">Sign up</h1>
              <p className="mt-1.5 mb-6 text-base text-muted">
                Create an account on {env().brand}. Already registered? <TextLink to="/login">Login</TextLink>
              </p>
              <QueryClientProvider client={queryClient}>
                <SideChoice side={side} onChange={setSide} />
                <RegistrationForm onDone={finish} />
              </QueryClientProvider>
            </>
          )}
        </div>
      </main>
      {/* The form is taller than the window; the artwork stays in view. */}
      <div className="max-lg:hidden">
        <LoginArt className="sticky top-0 h-dvh" />
      </div>
    </div>
  )
}
