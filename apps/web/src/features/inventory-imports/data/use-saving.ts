import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'

/** Runs a download, with its progress and its error. */
export function useSaving() {
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function run(download: () => Promise<void>): Promise<void> {
    setSaving(true)
    setProblem(null)
    try {
      await download()
    } catch (error) {
      setProblem(`Nothing was saved. ${errorText(error)}`)
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, problem, save: (download: () => Promise<void>) => void run(download) }
}
