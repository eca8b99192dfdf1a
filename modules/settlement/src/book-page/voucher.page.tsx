import { ListPage, listLink, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { voucherLines } from '../book/voucher.contract.ts';

/** Vouchers for bookkeeping programs: one a day, exported as they import them. */
export default function VoucherPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <ListPage
      source={voucherLines}
      opensOn="month"
      columns={[
        'day',
        'word',
        'voucherNo',
        'summary',
        'code',
        'codeName',
        'account',
        'partyName',
        'lotId',
        'debitFen',
        'creditFen',
        'entryCount',
      ]}
      filters={['account', 'from', 'to']}
      cells={{
        day: { width: 110 },
        word: { width: 64 },
        voucherNo: { width: 72 },
        summary: { width: 150 },
        code: { width: 84 },
        codeName: { width: 120 },
        account: { width: 130, isHiddenAtFirst: true },
        partyName: { width: 150, isGrowing: true },
        lotId: { width: 140 },
        entryCount: { width: 76, isHiddenAtFirst: true },
      }}
      toolbar={() => (
        <Button onClick={() => navigate('/_cloud_operation/accountCode')}>
          {t({ zh: '科目对照', en: 'Codes of accounts' })}
        </Button>
      )}
      rowActs={(row) => (
        <Link
          to={listLink('/_cloud_operation/ledger', {
            account: row.account,
            lotId: row.lotId,
            from: row.day,
            to: row.day,
          })}
        >
          {t({ zh: '分录', en: 'Entries' })}
        </Link>
      )}
      actsWidth={96}
      detail={null}
      empty={{
        title: { zh: '该期间没有凭证', en: 'No vouchers in this period' },
        hint: {
          zh: '每天汇总一张凭证，可导出后导入财务软件',
          en: 'Each day makes one voucher; export them for your bookkeeping',
        },
      }}
    />
  );
}
