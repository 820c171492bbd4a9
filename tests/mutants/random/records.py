"""The kept results: which mutant was tried on which test, and what that cost. One SQLite file."""
import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS mutant (
  id INTEGER PRIMARY KEY, module TEXT, seed INTEGER, file TEXT, line INTEGER, col INTEGER,
  operator TEXT, before TEXT, after TEXT, code TEXT,  -- code: the whole line
  explained TEXT,                                     -- why it is none, if somebody says so
  UNIQUE (file, line, col, operator, after, code));
CREATE TABLE IF NOT EXISTS test (
  name TEXT PRIMARY KEY, executable TEXT, cpu REAL, status TEXT);  -- without a mutant
CREATE TABLE IF NOT EXISTS trial (
  mutant INTEGER REFERENCES mutant, test TEXT, status TEXT, cpu REAL,
  -- passed: it survived; failed, hung: killed; same: no value differed, so it was not run
  PRIMARY KEY (mutant, test)) WITHOUT ROWID;
CREATE VIEW IF NOT EXISTS fate AS
  SELECT mutant.*, COUNT(trial.test) AS tests,
         COALESCE(SUM(trial.status IN ('failed', 'hung')), 0) AS kills,
         COALESCE(SUM(trial.status = 'passed'), 0) AS survived
  FROM mutant LEFT JOIN trial ON trial.mutant = mutant.id GROUP BY mutant.id;
"""


class Records:
    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(SCHEMA)

    def add(self, module, seed, file, mutant, code, explained):
        """The id of a mutant, which may be there already."""
        key = (file, mutant.line, mutant.column, mutant.operator, mutant.after, code)
        self.db.execute(
            "INSERT OR IGNORE INTO mutant (module, seed, file, line, col, operator, after, code,"
            " before, explained) VALUES (?,?,?,?,?,?,?,?,?,?)",
            (module, seed, *key, mutant.before, explained))
        self.db.execute("UPDATE mutant SET explained = ? WHERE file = ? AND line = ? AND col = ?"
                        " AND operator = ? AND after = ? AND code = ?", (explained, *key))
        return self.db.execute(
            "SELECT id FROM mutant WHERE file = ? AND line = ? AND col = ? AND operator = ?"
            " AND after = ? AND code = ?", key).fetchone()[0]

    def cost(self, test):
        """(cpu, status) of a test when it ran last without a mutant, or None."""
        return self.db.execute("SELECT cpu, status FROM test WHERE name = ?", (test,)).fetchone()

    def keep_cost(self, test, outcome):
        self.db.execute("INSERT OR REPLACE INTO test VALUES (?,?,?,?)",
                        (test.name, test.executable.rsplit("/", 1)[-1], outcome.cpu,
                         outcome.status))

    def keep_trial(self, mutant, test, status, cpu):
        self.db.execute("INSERT OR REPLACE INTO trial VALUES (?,?,?,?)", (mutant, test, status,
                                                                         cpu))

    def left(self, module):
        """The mutants of a module that nothing has killed or explained."""
        return self.db.execute("SELECT * FROM fate WHERE module = ? AND kills = 0 AND explained IS"
                               " NULL ORDER BY id", (module,)).fetchall()

    def explain(self, identity, reason):
        self.db.execute("UPDATE mutant SET explained = ? WHERE id = ?", (reason, identity))

    def move(self, identity, mutant):
        self.db.execute("UPDATE mutant SET line = ?, col = ? WHERE id = ?",
                        (mutant.line, mutant.column, identity))

    def drop(self, identity):
        """Forgets a mutant whose line is gone."""
        self.db.execute("DELETE FROM trial WHERE mutant = ?", (identity,))
        self.db.execute("DELETE FROM mutant WHERE id = ?", (identity,))

    def fates(self, ids):
        marks = ",".join("?" * len(ids))
        return self.db.execute(f"SELECT * FROM fate WHERE id IN ({marks}) ORDER BY file, line, col",
                               list(ids)).fetchall()

    def by_module(self):
        return self.db.execute(
            "SELECT module, COUNT(*) AS mutants, SUM(kills > 0) AS killed,"
            " SUM(kills = 0 AND explained IS NOT NULL) AS explained,"
            " SUM(kills = 0 AND explained IS NULL AND survived > 0) AS survived,"
            " SUM(kills = 0 AND explained IS NULL AND survived = 0) AS unseen"
            " FROM fate GROUP BY module ORDER BY module").fetchall()
