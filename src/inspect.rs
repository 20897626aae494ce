//! Looking at programs: symbols, memory map, trace, interrupt budgets.
