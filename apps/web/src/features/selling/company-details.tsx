import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useRef, useState } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Facts } from '#web/ui/data-display/facts.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { AlertCircleIcon, TimerIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { ChangeDetailsForm } from './change-details-form.tsx'
import { useWithdrawChange } from './queries.ts'
import { ReadSellerTerms } from './read-seller-terms.tsx'

/** Who a seller is and where payouts go, with the change that waits for our approval. */
export function CompanyDetails({ account }: { account: WireSellerAccount }) {
  const { change, may_change: mayChange, choices } = account
  const [isChanging, setChanging] = useState(false)
  const button = useRef<HTMLDivElement>(null)
  const country = (code: string) => choices.countries.find((each) => each.code === code)?.name ?? code
  return (
    <section aria-label="Company and payouts" className="space-y-4 border-t border-line pt-5">
      <h3 className="font-semibold">Company and payouts</h3>
      <Facts facts={factsOf(account, country)} />
      {change && <WaitingChange account={account} country={country} />}
      {account.declined_change !== null && (
        <Notice tone="danger" icon={<AlertCircleIcon aria-hidden />}>
          <p className="font-medium">Your last change was declined.</p>
          <p className="mt-1 break-words">{account.declined_change}</p>
        </Notice>
      )}
      {mayChange && isChanging && (
        <ChangeDetailsForm
          account={account}
          onClose={() => {
            setChanging(false)
            // The form had the focus.
            requestAnimationFrame(() => button.current?.querySelector('button')?.focus())
          }}
        />
      )}
      {mayChange && !isChanging && (
        <div ref={button}>
          <Button onPress={() => setChanging(true)}>Change details</Button>
        </div>
      )}
      {!mayChange && <p className="text-sm text-muted">Only owners of your team can change these details.</p>}
    </section>
  )
}

type Shown = Pick<WireSellerAccount, 'address' | 'tax_number' | 'bank_account'>
type CountryName = (code: string) => string

function factsOf(account: WireSellerAccount, country: CountryName) {
  const { company_name: name } = account
  return [
    ...(name === '' ? [] : ([['Company', name]] as const)),
    ['Address', addressText(account, country)],
    ['Tax number', account.tax_number === '' ? 'None' : account.tax_number],
    ...(account.bank_account === undefined ? [] : ([['Bank account', bankText(account, country)]] as const)),
    ['Seller terms', termsText(account)],
  ] as const
}

function termsText({ agreed_terms: agreed }: WireSellerAccount) {
  return (
    <>
      {!agreed && 'Not agreed. '}
      <ReadSellerTerms>{agreed ? `Version ${agreed.version}` : 'Read them'}</ReadSellerTerms>
      {agreed && `, agreed on ${inViewerTimeZone(agreed.agreed_at)}`}
    </>
  )
}

function addressText({ address }: Shown, country: CountryName): string {
  const { line1, line2, city, region, postal_code: code, country: key } = address
  const parts = [line1, line2, city, region, code, key === '' ? '' : country(key)].filter(
    (part) => part !== '',
  )
  return parts.length === 0 ? 'None' : parts.join(', ')
}

function bankText({ bank_account: bank }: Shown, country: CountryName): string {
  return !bank ? 'None' : `${bank.holder}, ${country(bank.country)}, ends in ${bank.last4}`
}

/** What an operator will decide; owners may take it back. */
function WaitingChange({ account, country }: { account: WireSellerAccount; country: CountryName }) {
  const withdraw = useWithdrawChange()
  const { change, bank_account: bank } = account
  if (change === null) return null
  const facts = (
    [
      ['bank account', 'New bank account', bankText(change, country)],
      ['tax number', 'New tax number', change.tax_number],
      ['address', 'New address', addressText(change, country)],
    ] as const
  ).flatMap(([field, name, value]) =>
    change.changed.includes(field) && (field !== 'bank account' || change.bank_account !== undefined)
      ? [[name, value] as const]
      : [],
  )
  return (
    <div className="space-y-3">
      <Notice tone="signal" icon={<TimerIcon aria-hidden />}>
        <p className="font-medium">
          A change waits for our approval since {inViewerTimeZone(change.requested_at)}.
        </p>
        <p className="mt-1">
          {!bank
            ? 'It counts once we have approved it.'
            : `Until then, payouts go to the account ending in ${bank.last4}.`}
        </p>
      </Notice>
      <Facts facts={facts} />
      {account.may_change && (
        <Button isPending={withdraw.isPending} onPress={() => withdraw.mutate(undefined)}>
          Withdraw the change
        </Button>
      )}
      {withdraw.error && <ActionError error={withdraw.error} />}
    </div>
  )
}
