import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import type { PastePlan } from './paste-plan.ts'
import type { PasteOptions, PasteTarget } from './paste-target.ts'

/** Turns pasted text into a plan to confirm. Its code loads with the first paste. */
export function usePaste({ onProblem, ...options }: PasteOptions & { onProblem: (text: string) => void }) {
  const [plan, setPlan] = useState<PastePlan | null>(null)

  async function paste(text: string, target: PasteTarget): Promise<void> {
    try {
      const { preparePaste } = await import('./prepare-paste.ts')
      const prepared = await preparePaste(text, target, options)
      if (typeof prepared === 'string') onProblem(prepared)
      else setPlan(prepared)
    } catch (error) {
      onProblem(`The pasted cells could not be compared. ${errorText(error)}`)
    }
  }
  return { plan, paste, close: () => setPlan(null) }
}
