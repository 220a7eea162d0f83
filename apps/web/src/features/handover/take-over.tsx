import type { ReactNode } from 'react'
import { env } from '#web/lib/env.ts'
import { isTradeSite } from '#web/lib/own-site.ts'
import { RouteLoader } from '#web/ui/route-loader.tsx'
import { HandoverPage } from './handover-page.tsx'
import { redeem } from './redeem.ts'

/**
 * What a page begins with whose browser was sent here with a handover cookie: undefined for the application as ever, or
 * what stands in its place until a person has answered.
 */
export async function takeOver(onDone: () => void): Promise<ReactNode> {
  // A quote page is no place to be logged in at.
  if (!isTradeSite(location, env().site_origins)) return undefined
  const outcome = await redeem()
  if (outcome.kind === 'nothing') return undefined
  if (outcome.kind === 'leaving') return <RouteLoader />
  return <HandoverPage first={outcome} onDone={onDone} />
}
