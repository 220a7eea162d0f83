import type { ReactNode } from 'react'
import { env } from '#web/lib/env.ts'
import { Wordmark } from '#web/ui/data-display/logo.tsx'
import { LoginArt } from './login-art.tsx'

interface AuthPageProps {
  heading: string
  /** Shown below the heading. */
  lead: ReactNode
  children: ReactNode
  /** Shown at the bottom of the page, apart from the form. */
  foot?: ReactNode
}

/** Layout of every page before login: the form on one side, artwork on the other. */
export function AuthPage({ heading, lead, children, foot }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,44%)_1fr]">
      <main tabIndex={-1} className="flex flex-col px-6 py-8 outline-none sm:px-12">
        <Wordmark brand={env().brand} />
        <div className="m-auto w-full max-w-96 py-12">
          <h1 className="text-2xl">{heading}</h1>
          <p className="mt-1.5 mb-8 text-base text-muted">{lead}</p>
          {children}
        </div>
        {foot}
      </main>
      <LoginArt className="max-lg:hidden" />
    </div>
  )
}
