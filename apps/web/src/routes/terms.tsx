import { OperatorText } from '#web/features/content/operator-text.tsx'
import { ReadingPage } from '#web/features/content/reading-page.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'

/** The operator's text, or "Content is coming soon" (spec §2). */
export default function Terms() {
  useTitle('Terms and conditions')
  return (
    <ReadingPage title="Terms and conditions">
      <OperatorText name="terms" />
    </ReadingPage>
  )
}
