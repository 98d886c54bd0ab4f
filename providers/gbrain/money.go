package gbrain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"memswarm/providers/internal/budget"
	"memswarm/swarm"
)

// budget looks at what has been spent, and says why the query cannot be made:
// too many a minute. A used-up month only changes the mode.
func (s *search) budget(ctx context.Context) *swarm.Error {
	if s.o.Ledger == nil {
		return nil
	}
	_, err := s.o.Ledger.Reserve(ctx, s.o.Now(), string(s.o.ID), 0, s.o.Limits)
	switch {
	case errors.Is(err, budget.ErrRate):
		return &swarm.Error{Code: "rate_limited", Provider: s.o.ID,
			Message: fmt.Sprintf("GBrain has been asked %d times within the last minute, which is its limit.", s.o.Limits.PerMinute),
			Fix:     "Wait a moment, or raise budget.per_provider.gbrain.max_queries_per_minute."}
	case err != nil:
		s.log("the account of what was spent cannot be used", err)
	}
	if s.price() == 0 {
		return nil
	}
	u, err := s.o.Ledger.Usage(s.o.Now(), string(s.o.ID), s.o.Limits)
	if err != nil {
		s.cap(err)
		return nil
	}
	if w := u.Weight(); w < 1 {
		s.weight = w
	}
	if u.All+s.price() > s.o.Limits.Global || s.o.Limits.Cap >= 0 && u.Spent+s.price() > s.o.Limits.Cap {
		s.cap(budget.ErrCap)
	}
	return nil
}

// price is what a call costs that buys an embedding.
func (p *Provider) price() budget.Cents { return budget.FromCents(p.o.CostCents) }

// cap stops spending: the rest of the search is by keyword.
func (s *search) cap(err error) {
	s.capped = true
	if s.mode == Keyword {
		return
	}
	s.mode = Keyword
	if errors.Is(err, budget.ErrCap) {
		s.less("over_budget", "The monthly budget for GBrain is used up, so it was searched by keyword only.",
			"Raise budget.per_provider.gbrain.monthly_cap_cents or budget.global_monthly_cap_cents.", nil)
		return
	}
	s.less("budget_unavailable", "The account of what GBrain has cost cannot be used, so it was searched by keyword only.",
		"Check the folder of memswarm's state.", s.scrub.Err(err))
}

// pay sets money aside for a call of a tool, when that buys an embedding. It is
// budget.ErrCap when the call may not be made.
func (s *search) pay(ctx context.Context, tool string) (budget.Reservation, error) {
	if s.price() == 0 || tool == "search" && s.vector.Load() != paid {
		return budget.Reservation{}, nil
	}
	limits := s.o.Limits
	limits.PerMinute = 0 // counted already
	r, err := s.o.Ledger.Reserve(ctx, s.o.Now(), string(s.o.ID), s.price(), limits)
	if err == nil {
		s.cost += r.Cost
	}
	return r, err
}

// settle gives the money back when the answer says that nothing was bought, and
// remembers what the brain's search buys.
func (s *search) settle(ctx context.Context, r budget.Reservation, bought *bool) {
	if bought == nil {
		return
	}
	if *bought {
		s.vector.Store(paid)
		if r.Cost == 0 && s.price() > 0 {
			// It could not be known before that this brain buys an embedding
			// for a keyword search too. What was spent is on the account.
			late, err := s.o.Ledger.Reserve(context.WithoutCancel(ctx), s.o.Now(), string(s.o.ID), s.price(), budget.Limits{Global: math.MaxInt64, Cap: -1})
			s.cost += late.Cost
			if err != nil {
				s.log("the account of what was spent cannot be used", err)
			}
		}
		return
	}
	s.vector.Store(free)
	if r.Cost > 0 {
		if err := s.o.Ledger.Refund(context.WithoutCancel(ctx), r); err != nil {
			s.log("the account of what was spent cannot be used", err)
			return
		}
		s.cost -= r.Cost
	}
}

// warnings tell of the budget, for status.
func (p *Provider) budgetWarnings() []string {
	if p.o.Ledger == nil || p.price() == 0 {
		return nil
	}
	var out []string
	u, err := p.o.Ledger.Usage(p.o.Now(), string(p.o.ID), p.o.Limits)
	switch {
	case err != nil:
		out = append(out, "The account of what GBrain has cost cannot be used: "+err.Error()+".")
	case u.Share() >= 1 && u.Spent > 0:
		out = append(out, fmt.Sprintf("GBrain has cost %.2f cents in %s, and its monthly budget is used up: it is searched by keyword only.", u.Spent.Float(), u.Month))
	case u.Warning():
		out = append(out, fmt.Sprintf("GBrain has cost %.2f cents in %s, %.0f %% of its monthly budget.", u.Spent.Float(), u.Month, u.Share()*100))
	}
	if note := p.o.Ledger.Note(); note != "" {
		out = append(out, note)
	}
	return out
}

// Spending tells what the provider has spent in the month.
func (p *Provider) Spending(now time.Time) (swarm.Spending, bool) {
	if p.o.Ledger == nil {
		return swarm.Spending{}, false
	}
	u, err := p.o.Ledger.Usage(now, string(p.o.ID), p.o.Limits)
	limit := p.o.Limits.Global
	if p.o.Limits.Cap >= 0 {
		limit = min(limit, p.o.Limits.Cap)
	}
	return swarm.Spending{SpentCents: u.Spent.Float(), CapCents: limit.Float(), Queries: u.Queries}, err == nil
}
