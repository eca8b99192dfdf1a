import type { Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  type Draft,
  FieldList,
  type FormParts,
  getRow,
  type Initial,
  ResourcePage,
  useText,
} from '@boyun/kernel/web';
import { Eye } from 'lucide-react';
import { NO_PLACES } from '../place/place-parts.view.ts';
import { PermissionTree } from './permission-tree.view.tsx';
import { role, startRoleView } from './role.contract.ts';

type Row = Listed<typeof role>;

const parts = ({ scope }: Readonly<Draft<typeof role.fields>>): FormParts<typeof role.fields> => ({
  ...(scope === 'places' ? {} : NO_PLACES),
  permissions: ({ value, onChange }) => <PermissionTree checked={value ?? []} onCheck={onChange} />,
});

/** Roles with permissions and data scope: copy, edit, view as. */
export default function RolePage() {
  const t = useText();
  return (
    <ResourcePage
      of={role}
      cells={{
        name: { width: 180, isGrowing: false, cell: (row) => <b className="by-strong">{row.name}</b> },
        description: { width: 200, isGrowing: true },
        scope: { width: 250 },
        permissionCount: {
          width: 96,
          cell: (row) => (row.isAdmin ? t({ zh: '全部', en: 'All' }) : row.permissionCount),
        },
        accountCount: { width: 88 },
      }}
      formParts={parts}
      isFixed={(row) => row.isAdmin}
      actsWidth={224}
      rowActs={(row, _context, add) => (
        <>
          <ActButton
            type="link"
            size="small"
            access={startRoleView.access}
            onAct={async () => {
              await call(startRoleView, { roleId: row.id });
              // All data on screen was loaded with other permissions.
              location.assign('/');
            }}
          >
            {t({ zh: '角色预览', en: 'See as' })}
          </ActButton>
          {add && !row.isAdmin && (
            <ActButton type="link" size="small" onAct={async () => add(await copyOf(row))}>
              {t({ zh: '复制', en: 'Copy' })}
            </ActButton>
          )}
        </>
      )}
      detail={(row) => <RoleDetail row={row} />}
      detailWidth={640}
    />
  );
}

/** The values of a role as the initial values of a copy. */
async function copyOf(row: Row): Promise<Initial<typeof role.fields>> {
  const { name, description, scope, regionIds, areaIds, lotIds, dashboardPath, permissions } = await getRow(
    role,
    row.id,
  );
  return { name: `${name}_2`, description, scope, regionIds, areaIds, lotIds, dashboardPath, permissions };
}

function RoleDetail({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <FieldList
        fields={role.allFields}
        keys={[
          'name',
          'scope',
          'accountCount',
          'dashboardPath',
          'description',
          ...(row.scope === 'places' ? ['regionIds', 'areaIds', 'lotIds'] : []),
          'updatedAt',
        ]}
        row={row}
      />
      <h3 className="by-card-title permission-heading">
        <span className="by-row">
          <Eye />
          {t(role.fields.permissions.label)}
        </span>
      </h3>
      {row.isAdmin ? (
        <p className="by-faint">{t({ zh: '管理员拥有全部权限', en: 'Administrators have all permissions' })}</p>
      ) : (
        <PermissionTree checked={row.permissions} />
      )}
    </>
  );
}
