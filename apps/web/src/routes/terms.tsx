import { OperatorText } from '#web/features/content/operator-text.tsx'
import { ReadingPage } from '#web/features/content/reading-page.tsx'
import { useTitle } from '#web/lib/title.ts'

/** The operator's text; "Content is coming soon" until there is one (spec §2). */
export default function Terms() {
  useTitle('Terms and conditions')
  return (
    <ReadingPage title="Terms and conditions">
      <OperatorText name="terms" />
    </ReadingPage>
  )
}
