# The names of skald/__init__.py, which loads them at their first use: for editors and type checkers.
from skald.tool import (
    SkaldError as SkaldError,
    ToolError as ToolError,
)
from skald.grids import (
    Finding as Finding,
    GridError as GridError,
)
from skald.tables import Results as Results
from skald.sweeps import (
    check as check,
    plan as plan,
    run as run,
)
from skald.results import (
    compare as compare,
    curves as curves,
    query as query,
    runs as runs,
)
from skald.samples import (
    draws as draws,
    inference_data as inference_data,
)
from skald.declaration import option as option
from skald.plugin import (
    Claim as Claim,
    Dataset as Dataset,
    LangevinLaw as LangevinLaw,
    Mechanism as Mechanism,
    Metric as Metric,
    Minibatch as Minibatch,
    Model as Model,
    NoiseLaw as NoiseLaw,
    Partition as Partition,
    QuadraticClients as QuadraticClients,
    Role as Role,
    Sampler as Sampler,
    Sensitivity as Sensitivity,
    Table as Table,
    rows as rows,
    vector_bits as vector_bits,
)
from skald.autograd import TorchModel as TorchModel
from skald.host import (
    Accountant as Accountant,
    ClientClock as ClientClock,
    Context as Context,
    Ledger as Ledger,
    MechanismOfRun as MechanismOfRun,
    Observables as Observables,
    Problem as Problem,
    PublishedClaims as PublishedClaims,
    Random as Random,
    Recorder as Recorder,
    ReleasePlan as ReleasePlan,
    Rows as Rows,
)
