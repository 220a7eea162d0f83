import type { ReactNode } from 'react'
import { env } from '#web/lib/env.ts'
import { isTradingSite } from '#web/lib/url/trading-site.ts'
import { RouteLoader } from '#web/ui/feedback/route-loader.tsx'
import { HandoverPage } from './handover-page.tsx'
import { redeem } from './redeem.ts'

/**
 * Runs a handover when the handover cookie is present. Returns `undefined` to show the application, or a page that
 * asks the user first.
 */
export async function runHandover(onDone: () => void): Promise<ReactNode> {
  // Quote pages never log anyone in.
  if (!isTradingSite(location, env().site_origins)) return undefined
  const outcome = await redeem()
  if (outcome.kind === 'nothing') return undefined
  if (outcome.kind === 'reloading') return <RouteLoader />
  return <HandoverPage first={outcome} onDone={onDone} />
}
