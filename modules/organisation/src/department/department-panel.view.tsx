import { JobKind } from '@boyun/access/contract';
import { can, ErrorState, FieldList, getRow, list, listLink, Skeleton, StateDot, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmployeeState, employee } from '../employee/employee.contract.ts';
import { department } from './department.contract.ts';

const SHOWN = 50;

/** One department: the places it is responsible for and its members. */
export function DepartmentPanel({ id, staffBelow }: { id: string; staffBelow: number }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', department.name, 'row', id],
    queryFn: ({ signal }) => getRow(department, id, { signal, isQuiet: true }),
  });
  const canSee = can(employee.can.list);
  const staff = useQuery({
    queryKey: ['list', employee.name, 'of', id],
    queryFn: ({ signal }) => list(employee, { departmentId: id, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
    enabled: canSee,
  });
  if (asked.isPending) return <Skeleton lines={6} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const row = asked.data;
  return (
    <>
      <h2 className="by-card-title">{row.name}</h2>
      <FieldList
        fields={department.allFields}
        keys={['parentId', 'staffCount', 'regionIds', 'areaIds', 'lotIds', 'updatedAt']}
        row={row}
        cells={{
          staffCount: t(
            { zh: '本部门 {own} 人，含下级 {all} 人', en: '{own} here, {all} including sub-departments' },
            { own: row.staffCount, all: staffBelow },
          ),
        }}
      />
      {canSee && (
        <>
          <h3 className="by-card-title organization-staff">
            {t({ zh: '部门成员', en: 'People' })}
            <Link to={listLink('/_cloud_user/employee', { departmentId: id })}>
              {t({ zh: '在员工页查看', en: 'Open in employees' })}
            </Link>
          </h3>
          {staff.isPending ? (
            <Skeleton lines={4} />
          ) : staff.error ? (
            <ErrorState error={staff.error} onRetry={() => void staff.refetch()} />
          ) : staff.data.rows.length === 0 ? (
            <p className="by-faint">{t({ zh: '本部门还没有成员', en: 'No members yet' })}</p>
          ) : (
            <ul className="organization-people">
              {staff.data.rows.map((one) => (
                <li key={one.id}>
                  <b className="by-strong">{one.name}</b>
                  <span className="by-faint">{one.account}</span>
                  <span>{one.jobKind ? t(JobKind[one.jobKind]) : ''}</span>
                  <span className="by-grow">{one.roleNames}</span>
                  <StateDot tone={EmployeeState[one.state].tone} label={EmployeeState[one.state]} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}
