import { useMemo } from 'react'
import { buyerPolicySections } from '#web/features/content/buyer-policy-sections.ts'
import { BuyerPolicyText, PolicyContents } from '#web/features/content/buyer-policy-text.tsx'
import { ReadingPage } from '#web/features/content/reading-page.tsx'
import { env } from '#web/lib/env.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'

/** The terms of every purchase, in eleven sections (spec §2, §9). */
export default function BuyerPolicy() {
  useTitle('Buyer policy')
  const { brand, support_phone: phone } = env()
  const sections = useMemo(() => buyerPolicySections({ brand, phone }), [brand, phone])
  return (
    <ReadingPage
      title="Buyer policy"
      lead={`The rules for buying tickets on ${brand}, from purchase to entry.`}
      aside={<PolicyContents sections={sections} />}
    >
      <BuyerPolicyText sections={sections} phone={phone} />
    </ReadingPage>
  )
}
