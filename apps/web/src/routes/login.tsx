import { getRouteApi } from '@tanstack/react-router'
import { LoginArt } from '#web/features/accounts/login-art.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { env } from '#web/lib/env.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { safeNext } from '#web/lib/paths.ts'
import { useTitle } from '#web/lib/title.ts'
import { Wordmark } from '#web/ui/logo.tsx'

const route = getRouteApi('/logged-out/login')

/** The login screen (spec §2): the form on one side, the terrace on the other. */
export default function Login() {
  useTitle()
  const { next } = route.useSearch()
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,44%)_1fr]">
      <main className="flex flex-col px-6 py-8 sm:px-12">
        <Wordmark brand={env().brand} />
        <div className="m-auto w-full max-w-96 py-12">
          <h1 className="text-2xl">Login</h1>
          <p className="mt-1.5 mb-8 text-base text-muted">One connection. A world of events.</p>
          {/* A full load, so that the application starts afresh as the one who has just logged in (spec §4). */}
          <LoginForm onLoggedIn={() => leaveTo(safeNext(next))} />
        </div>
      </main>
      <LoginArt className="max-lg:hidden" />
    </div>
  )
}
