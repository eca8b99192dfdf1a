import { type ListKindServer, ownersOf } from '@boyun/lists/server';
import { appointmentKind as kind } from './appointment-kind.contract.ts';

const IS_OF_PLATE = 'tenant_id = $1 and plate = $2';

/** Cars with an appointment, from its early limit to its late limit. */
export const appointmentKind: ListKindServer = {
  kind,
  entries: {
    from: `from appointment where ${IS_OF_PLATE} and lot_id = $3 and state in ('confirmed', 'no-show')
      and admit_from <= $4 and admit_until > $4`,
    coming: `select plate, admit_from from appointment where tenant_id = $1 and lot_id = $3 and admit_until > $4 and admit_from < $5`,
    anywhere: `from appointment where ${IS_OF_PLATE} and state = 'confirmed' and admit_until > $4`,
    id: 'id',
    lotId: 'lot_id',
    validUntil: 'admit_until',
    isWide: 'false',
    text: 'appointment_no',
  },
  owners: ownersOf('appointment', 'driver_name', 'driver_phone', false),
  arrived: (tx, entryId, orderId) =>
    tx.deferWrite(
      tx.query(
        `update appointment set state = 'arrived', order_id = $3, arrived_at = $4, updated_at = $4, version = version + 1
         where tenant_id = $1 and id = $2 and state in ('confirmed', 'no-show', 'arrived')`,
        [tx.tenantId, entryId, orderId, tx.now],
      ),
    ),
};
