/** A part of a policy. A paragraph that is a list holds its items. */
export interface PolicySection {
  title: string
  paragraphs: readonly (string | readonly string[])[]
}

/** What a buyer agrees to with each purchase, in the order of spec §2. `phone` stands as it is dialled. */
export function buyerPolicySections({ brand, phone }: { brand: string; phone: string }): PolicySection[] {
  return [
    {
      title: 'Ticket Delivery',
      paragraphs: [
        'Every listing names how its tickets are delivered and the date on which the seller expects to have them: the in-hand date. Tickets are usually delivered within 48 hours of the in-hand date.',
        'Tickets bought within 48 hours of the event may arrive up to 2 hours before it begins. Plan the handover to whoever attends with that in mind.',
        'An order may hold tickets from several sellers. They may be delivered at different times, and you manage the final handover to the end customer.',
        'A date in hand is the seller’s best knowledge. Where the organiser releases tickets later than announced, delivery moves with that release, and we tell you as soon as we know.',
      ],
    },
    {
      title: 'Seat Allocation',
      paragraphs: [
        'You buy the category, section and row that the listing states. Where a listing gives seat numbers, those are the seats; where it gives none, the seller allocates seats within what is stated.',
        'Seats of one listing are next to each other unless the listing says otherwise, for example “Single seat(s)”, or unless the area has no numbered seats.',
        'Should the stated seats become unavailable, the seller may provide seats of the same or a higher category, together if yours were together. If that cannot be done, the affected tickets are refunded in full.',
        'Seating plans here are schematic. They show where a block lies, not the view from a seat.',
      ],
    },
    {
      title: 'Attendee Details',
      paragraphs: [
        'Some events require the names, dates of birth, addresses or identification details of those who attend. A listing that needs them says so before you hold it.',
        'Give complete and correct details when asked, in good time for the event. Tickets cannot be issued without them, and delay or refusal that follows from missing or wrong details is not a reason for a refund.',
        'Details are passed on to the seller and the organiser only, and only for the purpose of issuing the tickets. Identification details are deleted 30 days after the event.',
      ],
    },
    {
      title: 'Accessing Purchased Tickets',
      paragraphs: [
        'Your purchases, with the state of each line, stand in your profile under Purchases. You are told when tickets are delivered.',
        [
          'E-tickets are files to print or to show on a screen, as the organiser asks.',
          'Mobile tickets and mobile links are transferred to, or opened on, a phone. The person who attends needs a phone that runs the organiser’s application.',
          'Paper tickets and local delivery go to the address, or the person, agreed for the order.',
          'Members’ and season cards are lent for the event and must be given back as agreed. A card that is not returned, or comes back damaged, is charged to the buyer.',
        ],
        'Open your tickets as soon as they arrive and check event, date, section and number of tickets. Whoever holds a ticket may use it, so keep files and links to yourself.',
      ],
    },
    {
      title: 'Ticket Cancellations',
      paragraphs: [
        'All purchases are final. Once a purchase is confirmed it cannot be cancelled, exchanged or changed by the buyer, whatever the reason.',
        'Should a seller be unable to deliver, we look for replacement tickets of the same or better value. If there are none that you accept, you are refunded in full, service fee included.',
        'Tickets that are resold on another marketplace remain your responsibility towards your customer.',
      ],
    },
    {
      title: 'Event Cancellations',
      paragraphs: [
        'If an event is cancelled and not held on another date, the price of the tickets is refunded to the card that paid, once the organiser has confirmed the cancellation.',
        'Travel, accommodation and other costs around the event are not refunded. An event that has begun and is broken off counts as held unless the organiser decides otherwise.',
        'We may ask you to return or to give up the tickets before the refund is made.',
      ],
    },
    {
      title: 'Event Rescheduling',
      paragraphs: [
        'If an event is postponed or moved to another date or kick-off time, tickets stay valid for the new date and purchases stand. There is no refund because a new date does not suit.',
        'Dates and times that are marked as to be confirmed are expected to change. Sports fixtures in particular are moved for broadcasting; follow the organiser’s announcements before you arrange travel.',
        'If tickets have to be issued again for the new date, the delivery times above count from the new in-hand date.',
      ],
    },
    {
      title: 'Neutral Stadium Events',
      paragraphs: [
        'Finals, play-offs and other matches at a neutral ground may divide the stadium between the supporters of both sides. Unless a listing names a side, its tickets may be in either side’s area or in a neutral one.',
        'Tickets sold before the participants are known are for the event, not for a team. They stay valid, and the purchase stands, whoever takes part.',
        'Supporters in the colours of the other side may be moved or refused entry by the stewards. Tell your customer which area the tickets are in.',
      ],
    },
    {
      title: 'Benefits and Restrictions',
      paragraphs: [
        'Benefits, such as hospitality or early entry, and restrictions, such as a limited view, an age limit or no away colours, stand on the listing as the seller gives them. Read them before you hold; they are part of what you buy.',
        'Benefits are provided by the organiser or the venue on the day and may vary in detail. A benefit that falls away is refunded in proportion, the ticket itself is not.',
        'Entry is subject to the rules of the venue and the organiser. Refusal because a restriction or a rule was not observed is not a reason for a refund.',
      ],
    },
    {
      title: 'Ticket Personalisation',
      paragraphs: [
        'Some tickets carry the name of a person: the attendee where details are asked for, otherwise often the first buyer. A different name on a ticket does not make it invalid unless the listing or the organiser says so.',
        'Where a name must match an identity document at the gate, the listing says so and asks for attendee details. Names that have been submitted can be changed only as long as the organiser allows it, and a fee may apply.',
        'Do not alter a ticket. A ticket that has been altered is void.',
      ],
    },
    {
      title: 'Reporting Ticket Issues',
      paragraphs: [
        'Tell us at once if tickets are late, wrong or do not open: within 24 hours of delivery, and in any case before the event begins, while something can still be done.',
        `Call the ${brand} support line on ${phone}. Have your order number ready; it stands in your profile under Purchases.`,
        'If entry is refused, call from the venue and ask the staff for the reason in writing or take a picture of what the reader shows. Claims made later than 48 hours after the event, or without evidence of what happened, cannot be considered.',
      ],
    },
  ]
}
