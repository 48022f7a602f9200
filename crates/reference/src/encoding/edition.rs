//! The editions of the specification that say how bytes get their encoding.

/// The editions of the specification that say how bytes get their encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SniffingEdition {
    /// The living standard, as of July 2026.
    #[default]
    Living,
    /// The draft of about April 2010.
    Draft2010,
}

impl SniffingEdition {
    /// Both.
    pub const ALL: [SniffingEdition; 2] = [SniffingEdition::Living, SniffingEdition::Draft2010];

    /// How many bytes a user agent is encouraged to scan for a declaration (living, 1024), or might wait for in
    /// order to do so (2010, 512).
    pub fn prescan_limit(self) -> usize {
        match self {
            SniffingEdition::Living => 1024,
            SniffingEdition::Draft2010 => 512,
        }
    }
}
